import { describe, expect, it } from 'vitest';
import type { WinRmSession } from '../../../src/platform/winrm/session.js';
import { createShell } from '../../../src/platform/winrm/shell.js';
import { parseResponse } from '../../../src/platform/winrm/wsman/responses.js';
import { MAX_ENVELOPE_BYTES } from '../../../src/platform/winrm/wsman/requests.js';
import { envelope, faultBody } from '../../support/winrm-shells.js';

const BODIES: Record<string, string> = {
  Create: '<w:SelectorSet><w:Selector Name="ShellId">S1</w:Selector></w:SelectorSet>',
  Command: '<rsp:CommandResponse><rsp:CommandId>C1</rsp:CommandId></rsp:CommandResponse>',
  Receive:
    '<rsp:ReceiveResponse><rsp:CommandState CommandId="C1" State="x/Done"/></rsp:ReceiveResponse>',
};

/**
 * A session that answers from `bodies`, and a clock that advances by `stepMs` with each request.
 */
function scripted(bodies: Record<string, string> = {}, stepMs = 0) {
  const asked: { action: string; text: string; timeoutMs: number }[] = [];
  let now = 0;
  const session: WinRmSession = {
    request: async (text, { timeoutMs }) => {
      const action = /Action[^>]*>[^<]*\/(\w+)</.exec(text)?.[1] ?? '';
      asked.push({ action, text, timeoutMs });
      now += stepMs;
      const answer = parseResponse(envelope(bodies[action] ?? BODIES[action] ?? ''));
      if ('unreadable' in answer) throw new Error('unreadable');
      return answer;
    },
  };
  const pauses: number[] = [];
  return {
    asked,
    pauses,
    shell: createShell(session, {
      to: 'http://10.0.0.5:5985/wsman',
      uuid: () => 'U',
      monotonicMs: () => now,
      pause: async (ms) => {
        pauses.push(ms);
      },
    }),
  };
}

const actions = (asked: { action: string }[]): string[] => asked.map(({ action }) => action);

describe('WinRM shell', () => {
  it('is created once, and each command is terminated', async () => {
    const { asked, shell } = scripted();
    await shell.run('a', []);
    await shell.run('b', []);
    await shell.close(1_000);
    expect(actions(asked)).toEqual([
      'Create',
      'Command',
      'Receive',
      'Signal',
      'Command',
      'Receive',
      'Signal',
      'Delete',
    ]);
  });

  it('is created again after a failure', async () => {
    const bodies: Record<string, string> = {
      Create: faultBody(5, 'Access is denied.', 'w:AccessDenied'),
    };
    const { asked, shell } = scripted(bodies);
    await expect(shell.run('a', [])).rejects.toMatchObject({ code: 'access_denied', faultCode: 5 });
    delete bodies.Create;
    await shell.run('a', []);
    expect(actions(asked)).toEqual(['Create', 'Create', 'Command', 'Receive', 'Signal']);
  });

  it('polls until the timeout of the command, and then terminates it', async () => {
    const { asked, shell } = scripted(
      { Receive: faultBody(2150858793, 'not in time', 'w:TimedOut') },
      20_000,
    );
    await expect(shell.run('a', [], { timeoutMs: 70_000 })).rejects.toMatchObject({
      code: 'timeout',
      message: 'the command did not finish within 70000 ms',
    });
    expect(actions(asked)).toEqual(['Create', 'Command', 'Receive', 'Receive', 'Signal']);
    expect(asked.map(({ text }) => /OperationTimeout>PT(\d+)S/.exec(text)?.[1])).toEqual([
      '20',
      '20',
      '20',
      '10',
      '20',
    ]);
    expect(asked.every(({ timeoutMs }) => timeoutMs <= 30_000)).toBe(true);
  });

  it('sends standard input in parts that fit into an envelope', async () => {
    const { asked, shell } = scripted();
    await shell.run('a', [], { stdin: Buffer.alloc(250_000, 1) });
    const sends = asked.filter(({ action }) => action === 'Send').map(({ text }) => text);
    expect(sends.map((text) => /End="(\w+)"/.exec(text)?.[1])).toEqual(['false', 'false', 'true']);
    expect(sends.every((text) => text.length <= MAX_ENVELOPE_BYTES)).toBe(true);
    expect(
      sends.map((text) => Buffer.from(/End="\w+">([^<]*)/.exec(text)?.[1] ?? '', 'base64').length),
    ).toEqual([98_256, 98_256, 53_488]);
  });

  it('returns the result of a command that did not read all of its input', async () => {
    const { asked, shell } = scripted({
      Send: faultBody(109, 'The pipe has been ended.'),
      Receive:
        '<rsp:ReceiveResponse><rsp:CommandState State="x/Done"><rsp:ExitCode>2</rsp:ExitCode>' +
        '</rsp:CommandState></rsp:ReceiveResponse>',
    });
    expect((await shell.run('a', [], { stdin: Buffer.alloc(250_000) })).exitCode).toBe(2);
    expect(actions(asked)).toEqual(['Create', 'Command', 'Send', 'Receive', 'Signal']);
  });

  it.each([
    ['none', undefined, []],
    ['an empty one', Buffer.alloc(0), ['true']],
  ])('sends standard input: %s', async (_, stdin, ends) => {
    const { asked, shell } = scripted();
    await shell.run('a', [], stdin ? { stdin } : {});
    expect(
      asked
        .filter(({ action }) => action === 'Send')
        .map(({ text }) => /End="(\w+)"/.exec(text)?.[1]),
    ).toEqual(ends);
  });

  it.each([
    ['Create', 'a shell without an id'],
    ['Command', 'a command without an id'],
    ['Receive', 'unexpected response'],
  ])('rejects an empty answer to %s as a protocol error', async (action, text) => {
    const { shell } = scripted({ [action]: '<x/>' });
    await expect(shell.run('a', [])).rejects.toMatchObject({
      code: 'protocol_error',
      message: expect.stringContaining(text) as string,
    });
  });

  const output = (stream: string, bytes: Buffer, state: string): string =>
    `<rsp:ReceiveResponse><rsp:Stream Name="${stream}">${bytes.toString('base64')}</rsp:Stream>` +
    `<rsp:CommandState State="x/${state}"/></rsp:ReceiveResponse>`;

  it('terminates a command that floods the error output', async () => {
    const { asked, shell } = scripted({
      Receive: output('stderr', Buffer.alloc(100_000, 'x'), 'Running'),
    });
    await expect(shell.run('a', [], { maxBytes: 1 << 30 })).rejects.toMatchObject({
      code: 'too_much_output',
    });
    expect(actions(asked).filter((action) => action === 'Receive')).toHaveLength(11);
    expect(actions(asked).at(-1)).toBe('Signal');
  });

  it('keeps the end of the error output', async () => {
    const { shell } = scripted({
      Receive: output('stderr', Buffer.from(`${'x'.repeat(99_999)}y`), 'Done'),
    });
    const { stderr } = await shell.run('a', []);
    expect([stderr.length, stderr.toString().at(-1)]).toEqual([65_536, 'y']);
  });

  it('pauses between the requests to a server that answers again and again at once', async () => {
    const { asked, pauses, shell } = scripted(
      { Receive: output('stdout', Buffer.alloc(0), 'Running') },
      1,
    );
    await expect(shell.run('a', [], { timeoutMs: 1_102 })).rejects.toMatchObject({
      code: 'timeout',
    });
    const received = actions(asked).filter((action) => action === 'Receive').length;
    expect([received, pauses]).toEqual([1_100, Array(101).fill(50)]);
  });

  it('sends no command that XML does not allow', async () => {
    const { asked, shell } = scripted();
    await expect(shell.run('a', ['\u0001'])).rejects.toMatchObject({ code: 'protocol_error' });
    expect(actions(asked)).toEqual(['Create']);
  });
});
