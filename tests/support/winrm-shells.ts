import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  findElement,
  parseXml,
  elementText,
  type XmlElement,
} from '../../src/platform/winrm/xml.js';

export interface PowerShellRequest {
  script: string;
  stdin: Buffer;
}
export interface ProgramResult {
  exitCode: number;
  stdout?: string | Buffer;
  stderr?: string | Buffer;
}
/** Replaces powershell.exe, which is not available in tests. */
export type FakePowerShell = (request: PowerShellRequest) => ProgramResult | Promise<ProgramResult>;

export interface Shells {
  /** returns the response to one envelope */
  answer(envelope: string): Promise<string>;
  /** number of open shells */
  count(): number;
  running(): number;
  stop(): void;
}

interface Command {
  out: { stdout: Buffer[]; stderr: Buffer[] };
  exitCode: number | null;
  child: ChildProcess | null;
  stdin: Buffer[];
  closed: () => void;
  changed: EventTarget;
}

const NS = [
  'xmlns:s="http://www.w3.org/2003/05/soap-envelope"',
  'xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing"',
  'xmlns:w="http://schemas.dmtf.org/wbem/wsman/1/wsman.xsd"',
  'xmlns:rsp="http://schemas.microsoft.com/wbem/wsman/1/windows/shell"',
].join(' ');
const STATE = 'http://schemas.microsoft.com/wbem/wsman/1/windows/shell/CommandState';

/** Returns a SOAP fault in the form of Windows. */
export const faultBody = (code: number, text: string, subcode = 'w:InternalError'): string =>
  '<s:Fault><s:Code><s:Value>s:Receiver</s:Value>' +
  `<s:Subcode><s:Value>${subcode}</s:Value></s:Subcode></s:Code>` +
  `<s:Reason><s:Text xml:lang="en-US">${text}</s:Text></s:Reason>` +
  '<s:Detail><f:WSManFault xmlns:f="http://schemas.microsoft.com/wbem/wsman/1/wsmanfault" ' +
  `Code="${code}" Machine="127.0.0.1">` +
  `<f:Message>${text}</f:Message></f:WSManFault></s:Detail></s:Fault>`;

export const envelope = (body: string): string =>
  `<s:Envelope ${NS}><s:Header><a:Action>answer</a:Action></s:Header><s:Body>${body}</s:Body></s:Envelope>`;

/** WS-Management shells whose commands run in sh, and whose powershell.exe is `powershell`. */
export function createShells({ powershell }: { powershell?: FakePowerShell }): Shells {
  const shells = new Map<string, Map<string, Command>>();
  const all = (): Command[] => [...shells.values()].flatMap((commands) => [...commands.values()]);
  const answer = async (text: string): Promise<string> => {
    const root = parseXml(text);
    const action = root && findElement(root, 'Action')?.text.replace(/^.*\//, '');
    const body = root && findElement(root, 'Body');
    if (!root || !body || !action) return envelope(faultBody(2150858752, 'no SOAP'));
    if (action === 'Create') {
      const id = randomUUID().toUpperCase();
      shells.set(id, new Map());
      return envelope(
        `<w:SelectorSet><w:Selector Name="ShellId">${id}</w:Selector></w:SelectorSet>`,
      );
    }
    const id = findElement(root, 'Selector')?.text ?? '';
    const commands = shells.get(id);
    if (!commands)
      return envelope(
        faultBody(2150858843, 'The shell was not found on the server.', 'w:InvalidSelectors'),
      );
    if (action === 'Delete') {
      for (const command of commands.values()) end(command);
      shells.delete(id);
      return envelope('');
    }
    if (action === 'Command') {
      const commandId = randomUUID().toUpperCase();
      commands.set(commandId, start(body, powershell));
      return envelope(
        `<rsp:CommandResponse><rsp:CommandId>${commandId}</rsp:CommandId></rsp:CommandResponse>`,
      );
    }
    const commandId =
      body.children
        .flatMap((child) => [child, ...child.children])
        .find((e) => e.attributes.has('CommandId'))
        ?.attributes.get('CommandId') ?? '';
    const command = commands.get(commandId);
    if (!command)
      return envelope(
        faultBody(2150858843, 'The command identifier does not exist.', 'w:InvalidSelectors'),
      );
    if (action === 'Send') return envelope(send(command, body));
    if (action === 'Signal') {
      end(command);
      commands.delete(commandId);
      return envelope('<rsp:SignalResponse/>');
    }
    return envelope(
      await receive(command, commandId, Number(/PT([\d.]+)S/.exec(elementText(root))?.[1] ?? 20)),
    );
  };
  return {
    answer,
    count: () => shells.size,
    running: () => all().filter((c) => c.exitCode === null).length,
    stop: () => {
      all().forEach(end);
    },
  };
}

function start(body: XmlElement, powershell: FakePowerShell | undefined): Command {
  const args = (findElement(body, 'CommandLine')?.children ?? [])
    .filter(({ name }) => name === 'Arguments')
    .map(({ text }) => text);
  const program = findElement(body, 'Command')?.text ?? '';
  const command: Command = {
    out: { stdout: [], stderr: [] },
    exitCode: null,
    child: null,
    stdin: [],
    closed: () => undefined,
    changed: new EventTarget(),
  };
  const done = (exitCode: number): void => {
    command.exitCode = exitCode;
    command.changed.dispatchEvent(new Event('changed'));
  };
  if (/powershell\.exe$/i.test(program) && powershell) {
    const runFake = async (): Promise<void> => {
      const result = await powershell(scriptOf(args, Buffer.concat(command.stdin)));
      command.out.stdout.push(Buffer.from(result.stdout ?? ''));
      command.out.stderr.push(Buffer.from(result.stderr ?? ''));
      done(result.exitCode);
    };
    command.closed = () => {
      runFake().catch(() => {
        done(1);
      });
    };
    if (!scriptOf(args, Buffer.alloc(0)).script.includes('$input')) command.closed();
    return command;
  }
  const child = spawn('sh', ['-c', [program, ...args].join(' ')], { detached: true });
  command.child = child;
  command.closed = () => {
    child.stdin.end();
  };
  child.stdin.on('error', () => undefined);
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (data: Buffer) => {
      command.out[stream].push(data);
      child[stream].pause();
      command.changed.dispatchEvent(new Event('changed'));
    });
  child.on('close', (code) => {
    done(code ?? 1);
  });
  return command;
}

/**
 * Returns the script that powershell.exe would run: the encoded command, or the lines before the first
 * empty one if that command loads them.
 */
function scriptOf(args: readonly string[], stdin: Buffer): PowerShellRequest {
  const script = Buffer.from(args.at(-1) ?? '', 'base64').toString('utf16le');
  const end = stdin.indexOf('\r\n\r\n');
  if (!script.includes('[ScriptBlock]::Create') || end < 0) return { script, stdin };
  const lines = stdin.toString('latin1', 0, end).split('\r\n');
  return {
    script: Buffer.concat(lines.map((line) => Buffer.from(line, 'base64'))).toString(),
    stdin: stdin.subarray(end + 4),
  };
}

function send(command: Command, body: XmlElement): string {
  const stream = findElement(body, 'Stream');
  const data = Buffer.from(stream?.text ?? '', 'base64');
  command.stdin.push(data);
  command.child?.stdin?.write(data);
  if (stream?.attributes.get('End') === 'true') command.closed();
  return '<rsp:SendResponse/>';
}

/**
 * Returns output as soon as there is some, the end of the command, or the fault of a long poll without
 * output.
 */
async function receive(command: Command, id: string, seconds: number): Promise<string> {
  const has = (): boolean =>
    command.exitCode !== null || command.out.stdout.length + command.out.stderr.length > 0;
  if (!has())
    await once(command.changed, 'changed', { signal: AbortSignal.timeout(seconds * 1000) }).catch(
      () => undefined,
    );
  if (!has())
    return faultBody(
      2150858793,
      'The WS-Management service cannot complete the operation within the time specified in OperationTimeout.',
      'w:TimedOut',
    );
  command.child?.stdout?.resume(); // one chunk at a time: Windows respects its envelope size too
  command.child?.stderr?.resume();
  const streams = (['stdout', 'stderr'] as const).flatMap((name) =>
    command.out[name]
      .splice(0)
      .map(
        (data) =>
          `<rsp:Stream Name="${name}" CommandId="${id}">${data.toString('base64')}</rsp:Stream>`,
      ),
  );
  const state =
    command.exitCode === null
      ? `<rsp:CommandState CommandId="${id}" State="${STATE}/Running"/>`
      : `<rsp:CommandState CommandId="${id}" State="${STATE}/Done">` +
        `<rsp:ExitCode>${command.exitCode}</rsp:ExitCode></rsp:CommandState>`;
  return `<rsp:ReceiveResponse>${streams.join('')}${state}</rsp:ReceiveResponse>`;
}

function end({ child, exitCode }: Command): void {
  if (exitCode !== null || child?.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    /* it has ended */
  }
}
