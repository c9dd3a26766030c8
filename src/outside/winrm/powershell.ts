import { parseXml, type XmlElement } from './xml.js';

/** cmd.exe takes lines of 8,191 characters; the encoded script must leave room for the rest of its line. */
const MAX_ENCODED = 7_000;
const OPTIONS = ['-NoLogo', '-NoProfile', '-NonInteractive', '-OutputFormat', 'Text', '-EncodedCommand'];
// Progress records would come mixed into stderr; a script that wants them can switch them on again.
const PREFACE = '$ProgressPreference = \'SilentlyContinue\'\n';
// `-Command -` takes scripts line by line as if typed and stumbles over blocks; this reads the script as one line of base64,
// and leaves the rest of standard input to it.
const LOADER = `${PREFACE}& ([ScriptBlock]::Create([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String([Console]::In.ReadLine()))))\nexit $LASTEXITCODE`;

export interface PowerShellCall { command: string; args: string[]; stdin: Buffer | undefined }

/**
 * How a script is run: in the command line where it fits (-EncodedCommand, base64 of UTF-16LE), else as the first line of standard
 * input. Either way the script finds `stdin` at [Console]::In.
 */
export function powershellCall(script: string, stdin?: Buffer): PowerShellCall {
  const encoded = encodeCommand(PREFACE + script);
  if (encoded.length <= MAX_ENCODED) return { command: 'powershell.exe', args: [...OPTIONS, encoded], stdin };
  const line = Buffer.from(`${Buffer.from(script).toString('base64')}\r\n`);
  return { command: 'powershell.exe', args: [...OPTIONS, encodeCommand(LOADER)], stdin: stdin ? Buffer.concat([line, stdin]) : line };
}

const encodeCommand = (script: string): string => Buffer.from(script, 'utf16le').toString('base64');

/** A PowerShell expression for any text. Not quoted but encoded: PowerShell takes five characters for a single quote. */
export const textLiteral = (text: string): string => `([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${Buffer.from(text).toString('base64')}')))`;

/** Writes base64 from standard input to a file, and prints the file's SHA-256 in hex. */
export function uploadScript(remotePath: string): string {
  return [
    '$ErrorActionPreference = \'Stop\'',
    `$path = ${textLiteral(remotePath)}`,
    '[IO.File]::WriteAllBytes($path, [Convert]::FromBase64String([Console]::In.ReadToEnd()))',
    '$hash = [Security.Cryptography.SHA256]::Create().ComputeHash([IO.File]::ReadAllBytes($path))',
    '[BitConverter]::ToString($hash).Replace(\'-\', \'\')',
  ].join('\n');
}

/** What stderr says to a person: PowerShell may write its error records there as CLIXML, and their text is taken out of it. Source: MS-PSRP 2.2.5. */
export function readableStderr(stderr: Buffer): string {
  const text = stderr.toString('utf8');
  const start = text.indexOf('#< CLIXML');
  if (start < 0) return text;
  const root = parseXml(text.slice(text.indexOf('<', start + 3)).trim());
  if (root?.name !== 'Objs') return text;
  return text.slice(0, start) + errorTexts(root).map(unescapeClixml).join('');
}

const errorTexts = (root: XmlElement): string[] => root.children.filter(({ name, attributes }) => name === 'S' && attributes.get('S') === 'Error').map(({ text }) => text);

const unescapeClixml = (text: string): string => text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
