import { describe, expect, it } from 'vitest';
import {
  base64Lines,
  powershellCall,
  readableStderr,
  textLiteral,
  uploadScript,
} from '../../../src/platform/winrm/powershell.js';
import { STDIN_CHUNK_BYTES } from '../../../src/platform/winrm/wsman/requests.js';

const decoded = (args: readonly string[]): string =>
  Buffer.from(args.at(-1) ?? '', 'base64').toString('utf16le');

describe('PowerShell script', () => {
  it('is encoded into the command line if it is short', () => {
    const { command, args, stdin } = powershellCall('"ü" | Out-Host');
    expect([command, args.slice(0, -1), stdin]).toEqual([
      'powershell.exe',
      ['-NoLogo', '-NoProfile', '-NonInteractive', '-OutputFormat', 'Text', '-EncodedCommand'],
      undefined,
    ]);
    expect(decoded(args)).toBe('$ProgressPreference = \'SilentlyContinue\'\n"ü" | Out-Host');
  });

  it('never makes a line longer than cmd.exe accepts', () => {
    for (const length of [0, 2_000, 2_590, 2_600, 2_610, 10_000]) {
      const { command, args } = powershellCall('x'.repeat(length));
      expect([command, ...args].join(' ').length).toBeLessThan(8_191);
      expect([command, ...args].join(' ')).toMatch(/^[\w.=+/ -]+$/); // nothing with a special meaning in cmd.exe
    }
  });

  it("precedes the caller's data in standard input if it is long", () => {
    const script = `'${'ä'.repeat(5_000)}'`;
    const { args, stdin } = powershellCall(script, Buffer.from('a\r\nb'));
    const [head = '', rest] = stdin?.toString().split('\r\n\r\n') ?? [];
    expect(
      Buffer.concat(head.split('\r\n').map((line) => Buffer.from(line, 'base64'))).toString(),
    ).toBe(script);
    expect(rest).toBe('a\r\nb');
    expect(decoded(args)).toContain('[ScriptBlock]::Create($script)');
  });

  it('is never split inside a line of base64 by its envelopes', () => {
    const lines = base64Lines(Buffer.alloc(500_000, 1));
    for (let at = STDIN_CHUNK_BYTES; at < lines.length; at += STDIN_CHUNK_BYTES)
      expect(lines.toString('latin1', at - 2, at)).toBe('\r\n');
    expect(base64Lines(Buffer.alloc(0)).length).toBe(0);
  });
});

describe('PowerShell upload', () => {
  it.each(["C:\\a b\\it's.ps1", 'C:\\‘’‚‛`$(calc).txt', 'C:\\日本'])(
    'to %s has its path encoded, not quoted',
    (path) => {
      const script = uploadScript(path);
      expect(script).toContain(Buffer.from(path).toString('base64'));
      expect(script).not.toContain(path);
      expect(textLiteral(path)).toMatch(
        /^\(\[Text\.Encoding\]::UTF8\.GetString\(\[Convert\]::FromBase64String\('[A-Za-z0-9+/=]*'\)\)\)$/,
      );
    },
  );
});

describe('readableStderr', () => {
  it.each([
    ['plain', 'plain'],
    [
      '#< CLIXML\r\n<Objs Version="1.1.0.1" ' +
        'xmlns="http://schemas.microsoft.com/powershell/2004/04"><Obj S="progress" RefId="0"><MS>' +
        '<S N="x">1</S></MS></Obj><S S="Error">no such file_x000D__x000A_</S>' +
        '<S S="Error">at line 1</S></Objs>',
      'no such file\r\nat line 1',
    ],
    ['first\n#< CLIXML\r\n<Objs xmlns="x"></Objs>', 'first\n'],
    ['#< CLIXML\r\n<Objs', '#< CLIXML\r\n<Objs'],
  ])('extracts the text of %j', (text, readable) => {
    expect(readableStderr(Buffer.from(text))).toBe(readable);
  });

  it('extracts the last records of an output of which the beginning was dropped', () => {
    const record = (text: string): string => `<S S="Error">${text}</S>`;
    const last = record('a &lt;b&gt;_x000A_');
    const records = `${record('early')}${record('x'.repeat(7_000)).repeat(10)}${last}`;
    const text = `#< CLIXML\r\n<Objs>${records}</Objs>`;
    const readable = readableStderr(Buffer.from(text));
    expect(readable.endsWith('a <b>\n')).toBe(true);
    expect(readable).not.toContain('early');
    expect(readable.length).toBeLessThanOrEqual(65_536);
  });
});
