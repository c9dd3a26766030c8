import { STDIN_LINE_BYTES } from './wsman/requests.js';
import { parseXml, type XmlElement } from './xml.js';

/** cmd.exe accepts lines of 8,191 characters; the rest of the line needs some of them. */
const MAX_ENCODED = 7_000;
const OPTIONS = [
  '-NoLogo',
  '-NoProfile',
  '-NonInteractive',
  '-OutputFormat',
  'Text',
  '-EncodedCommand',
];
// Otherwise progress records are mixed into stderr; a script can switch them on again.
const PREFACE = "$ProgressPreference = 'SilentlyContinue'\n";
// `-Command -` interprets scripts line by line as if typed, and fails on blocks. This loader reads
// the lines of base64 up to an empty one as the script, and passes it the remaining lines. It uses
// $input because PowerShell itself reads standard input for it: [Console]::In would race with that.
const LOADER = `${PREFACE}$lines = @($input)
$end = [Array]::IndexOf($lines, '')
$script = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String(-join $lines[0..($end - 1)]))
$lines | Select-Object -Skip ($end + 1) | & ([ScriptBlock]::Create($script))
exit $LASTEXITCODE`;

export interface PowerShellCall {
  command: string;
  args: string[];
  stdin: Buffer | undefined;
}

/**
 * How a script is run: on the command line if it fits (-EncodedCommand, base64 of UTF-16LE),
 * otherwise at the start of standard input. In both cases the script reads the lines of `stdin`
 * from $input.
 */
export function powershellCall(script: string, stdin?: Buffer): PowerShellCall {
  const encoded = encodeCommand(PREFACE + script);
  if (encoded.length <= MAX_ENCODED)
    return { command: 'powershell.exe', args: [...OPTIONS, encoded], stdin };
  return {
    command: 'powershell.exe',
    args: [...OPTIONS, encodeCommand(LOADER)],
    stdin: Buffer.concat([
      base64Lines(Buffer.from(script)),
      Buffer.from('\r\n'),
      stdin ?? Buffer.alloc(0),
    ]),
  };
}

/** Base64 in lines that can be decoded separately; the last line is terminated too. */
export function base64Lines(bytes: Buffer): Buffer {
  const size = ((STDIN_LINE_BYTES - 2) / 4) * 3;
  const count = Math.ceil(bytes.length / size);
  return Buffer.from(
    Array.from(
      { length: count },
      (_, i) => `${bytes.toString('base64', i * size, (i + 1) * size)}\r\n`,
    ).join(''),
  );
}

const encodeCommand = (script: string): string => Buffer.from(script, 'utf16le').toString('base64');

/**
 * A PowerShell expression for any text. Encoded instead of quoted: PowerShell accepts five
 * characters as a single quote.
 * @internal
 */
export const textLiteral = (text: string): string =>
  `([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${Buffer.from(text).toString('base64')}')))`;

/** Writes lines of base64 to a file, and prints the file's SHA-256 in hex. */
export function uploadScript(remotePath: string): string {
  return [
    "$ErrorActionPreference = 'Stop'",
    `$path = ${textLiteral(remotePath)}`,
    '$file = [IO.File]::Create($path)',
    'try {',
    '  foreach ($line in $input) {',
    '    $bytes = [Convert]::FromBase64String($line)',
    '    $file.Write($bytes, 0, $bytes.Length)',
    '  }',
    '} finally { $file.Close() }',
    '$hash = [Security.Cryptography.SHA256]::Create().ComputeHash([IO.File]::ReadAllBytes($path))',
    "[BitConverter]::ToString($hash).Replace('-', '')",
  ].join('\n');
}

const MAX_STDERR_BYTES = 65_536;

/**
 * Returns readable error output: PowerShell may write its error records as CLIXML; their text is
 * extracted. Reads the last 64 KiB only. Source: MS-PSRP 2.2.5.
 */
export function readableStderr(stderr: Buffer): string {
  const text = stderr.subarray(-MAX_STDERR_BYTES).toString('utf8');
  const start = text.indexOf('#< CLIXML');
  const root = start < 0 ? null : parseXml(text.slice(text.indexOf('<', start + 3)).trim());
  if (root?.name === 'Objs')
    return text.slice(0, start) + errorTexts(root).map(unescapeClixml).join('');
  const records = recordsOfIncomplete(text);
  return records.length === 0 ? text : records.map(unescapeClixml).join('');
}

/** The error texts of CLIXML without its beginning or its end. */
const recordsOfIncomplete = (text: string): string[] =>
  [...text.matchAll(/<S S="Error">([^<]{0,8000})<\/S>/g)].map(([, record = '']) =>
    record.replace(
      /&(amp|lt|gt|quot|apos);/g,
      (_, name: keyof typeof XML_ENTITIES) => XML_ENTITIES[name],
    ),
  );

const XML_ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const errorTexts = (root: XmlElement): string[] =>
  root.children
    .filter(({ name, attributes }) => name === 'S' && attributes.get('S') === 'Error')
    .map(({ text }) => text);

const unescapeClixml = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
