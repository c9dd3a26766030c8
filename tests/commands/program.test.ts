// cspell:ignore sacn exclud accep compl
import { CommanderError } from 'commander';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgram } from '../../src/commands/program.js';

beforeEach(() => {
  for (const name of ['HOSTWARDEN_URL', 'HOSTWARDEN_TOKEN', 'NEW_ENCRYPTION_KEY'])
    vi.stubEnv(name, undefined);
  return () => vi.unstubAllEnvs();
});

/** Returns the called handler with its options, or the exit code and the output. */
async function run(...args: string[]): Promise<unknown> {
  let called: unknown[] = [];
  let output = '';
  const program = createProgram((load) => async (options) => {
    called = [(await load()).name, options];
  });
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap((c) => c.commands),
  ])
    command.configureOutput({
      writeOut: (t) => {
        output += t;
      },
      writeErr: (t) => {
        output += t;
      },
    });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { exit: error.exitCode, output };
  }
  return called;
}

describe('command line', () => {
  it.each([
    [[], ['serve', {}]],
    [
      ['--port', '80'],
      ['serve', { port: '80' }],
    ],
    [
      ['--data-dir', '/d', 'serve', '--host', '::1'],
      ['serve', { dataDir: '/d', host: '::1' }],
    ],
    [
      ['scan', '10.0.0.1', 'web'],
      ['scan', { targets: ['10.0.0.1', 'web'] }],
    ],
    [
      [
        'scan',
        '10.0.0.1',
        '--ports',
        '22,80',
        '--speed',
        '5',
        '--discovery',
        'off',
        '--json',
        '--data-dir',
        '/d',
      ],
      [
        'scan',
        {
          targets: ['10.0.0.1'],
          ports: '22,80',
          speed: '5',
          discovery: 'off',
          json: true,
          dataDir: '/d',
        },
      ],
    ],
    [
      ['scan', 'a', '--targets', 'f', '--exclude', 'b,c', '-p-'],
      ['scan', { targets: ['a'], targetFile: 'f', exclude: 'b,c', ports: '-' }],
    ],
    [
      ['scan', '--targets', '-', '-p', '22'],
      ['scan', { targets: [], targetFile: '-', ports: '22' }],
    ],
    [
      ['scan', '-'],
      ['scan', { targets: ['-'] }],
    ],
    [
      ['--data-dir', '/d', 'scan', '--url', 'http://x', '--token', 't', 'a'],
      ['scan', { targets: ['a'], url: 'http://x', token: 't', dataDir: '/d' }],
    ],
    [
      ['token', 'create', '--name', 'n', '--role', 'viewer', '--expires', 'e'],
      ['tokenCreate', { name: 'n', role: 'viewer', expires: 'e' }],
    ],
    [
      ['token', 'list', '--url', '', '--data-dir', ''],
      ['tokenList', {}],
    ],
    [
      ['token', 'revoke', '3'],
      ['tokenRevoke', { id: '3' }],
    ],
    [
      ['inventory', 'import', 'web-1', '-', '--url', 'u'],
      ['inventoryImport', { host: 'web-1', file: '-', url: 'u' }],
    ],
    [
      ['inventory', 'collect'],
      ['inventoryCollect', {}],
    ],
    [
      ['acceptances', '--ended', '--url', 'u'],
      ['acceptances', { ended: true, url: 'u' }],
    ],
    [
      ['--data-dir', '/d', 'acceptances', 'end', '3', '4', '--url', 'u', '--token', 't'],
      ['acceptancesEnd', { ids: ['3', '4'], url: 'u', token: 't', dataDir: '/d' }],
    ],
    [
      ['watch', 'agents', '--host', 'web-1', '--since', '7', '--json'],
      ['watchAgents', { host: 'web-1', since: '7', json: true }],
    ],
    [
      ['scan', 'a', '-oX', '-', 'b', '--', '-oX'],
      ['scan', { targets: ['a', 'b', '-oX'], outputXml: '-' }],
    ],
    [
      ['watch', 'tasks', '--since', '0', '--json'],
      ['watchEvents', { what: 'tasks', since: '0', json: true }],
    ],
    [
      ['watch', 'all', '--since', '7'],
      ['watchEvents', { what: 'all', since: '7' }],
    ],
    [
      ['rekey', '--new-key', 'k'],
      ['rekeyDataDir', { newKey: 'k' }],
    ],
  ])('calls the handler of %j', async (args, called) => {
    expect(await run(...args)).toEqual(called);
  });

  it.each([
    [['foo'], '"foo" is not a command'],
    [['serve', 'foo'], '"foo" is not a command'],
    [['--bogus'], "unknown option '--bogus'"],
    [['scan'], "missing required argument 'target'"],
    [['scan', 'x', '--speed', '6'], "'6' is invalid"],
    [['scan', 'x', '--discovery', 'maybe'], "'maybe' is invalid"],
    [['scan', 'x', '--ports'], 'argument missing'],
    [['token'], 'create, list or revoke'],
    [['token', 'foo'], '"foo"'],
    [['sacn', 'x'], '"sacn" is not a command; did you mean "scan"?'],
    [['token', 'lst'], '"lst" is not a subcommand of token; did you mean "list"?'],
    [['help', 'sacn'], 'did you mean "scan"?'],
    [['help', 'token', 'lst'], 'did you mean "list"?'],
    [['token', 'create', '--role', 'admin'], "'--name <name>' not specified"],
    [['token', 'create', '--name', 'x', '--role', 'king'], "'king' is invalid"],
    [['token', 'revoke'], "missing required argument 'id'"],
    [['rekey', 'now'], 'too many arguments'],
    [['scan', 'x', '--ports', ''], "'--ports' is empty"],
    [['scan', 'x', '--ports='], "'--ports' is empty"],
    [
      ['token', 'create', '--name', 'n', '--role', 'admin', '--expires', ''],
      "'--expires' is empty",
    ],
    [['watch', 'agents', '--host', ''], "'--host' is empty"],
  ])('rejects %j with one line', async (args, message) => {
    const rejection = (await run(...args)) as { exit: number; output: string };
    expect(rejection.exit).not.toBe(0);
    expect(rejection.output).toContain(message);
    expect(rejection.output.trim().split('\n')).toHaveLength(1);
  });

  it.each([
    [['scan', 'x', '--prots', '22'], '--ports'],
    [['scan', 'x', '--exclud=22'], '--exclude'],
    [['scan', 'x', '--out', 'f'], '--output-xml'],
    [['scan', 'x', '--data', 'f'], '--data-dir'],
    [['accept', 'x', '--reason', 'r', '--all-h'], '--all-hosts'],
  ])('names the option that was probably meant by %j', async (args, option) => {
    expect(await run(...args)).toEqual({
      exit: 2,
      output: expect.stringContaining(`Did you mean ${option}?`) as string,
    });
  });

  it.each([
    [['vuln', 'sho'], 'show'],
    [['accep'], 'accept'],
    [['compl'], 'completion'],
  ])('names the command that starts with %j', async (args, command) => {
    expect(await run(...args)).toMatchObject({
      output: expect.stringContaining(`did you mean "${command}"?`) as string,
    });
  });

  it('names every exit code in the help', async () => {
    const { output } = (await run('--help')) as { output: string };
    for (const code of ['0 success', '1 failed', '2 invalid', '3 threshold', '4 not', '130 inter'])
      expect(output).toContain(code);
  });

  it('reads URL and token from options, then from the environment', async () => {
    vi.stubEnv('HOSTWARDEN_URL', 'http://env');
    vi.stubEnv('HOSTWARDEN_TOKEN', 'from-env');
    expect(await run('token', 'list', '--token', 'given')).toEqual([
      'tokenList',
      { url: 'http://env', token: 'given' },
    ]);
  });

  it('treats an empty environment variable as absent', async () => {
    vi.stubEnv('NEW_ENCRYPTION_KEY', '');
    expect(await run('rekey')).toEqual(['rekeyDataDir', {}]);
  });

  it.each([
    ['--help', 'Commands:'],
    ['help', 'Commands:'],
    ['help scan', 'Usage: hostwarden scan'],
    ['help token create', 'Usage: hostwarden token create'],
    ['token help', 'Usage: hostwarden token'],
    ['--version', /^\d+\.\d+\.\d+\n$/],
    ['-V', /^\d+\.\d+\.\d+\n$/],
    ['-v', /^\d+\.\d+\.\d+\n$/],
    ['version', /^\d+\.\d+\.\d+\n$/],
  ])('prints the output of %s and exits with 0', async (words, output) => {
    expect(await run(...words.split(' '))).toEqual({
      exit: 0,
      output: expect.stringMatching(output) as string,
    });
  });
});
