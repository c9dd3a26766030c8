import { escapeXml } from '../xml.js';

const SHELL = 'http://schemas.microsoft.com/wbem/wsman/1/windows/shell';
const TRANSFER = 'http://schemas.xmlsoap.org/ws/2004/09/transfer';
const ADDRESSING = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';
const NAMESPACES = [
  'xmlns:s="http://www.w3.org/2003/05/soap-envelope"',
  `xmlns:a="${ADDRESSING}"`,
  'xmlns:w="http://schemas.dmtf.org/wbem/wsman/1/wsman.xsd"',
  'xmlns:p="http://schemas.microsoft.com/wbem/wsman/1/wsman.xsd"',
  `xmlns:rsp="${SHELL}"`,
].join(' ');

/**
 * Largest envelope in bytes, in both directions: accepted by every Windows since 2008 R2 in its
 * default configuration.
 */
export const MAX_ENVELOPE_BYTES = 153_600;
/**
 * Bytes of standard input in one Send: base64-encoded with their envelope they stay below
 * MAX_ENVELOPE_BYTES. A multiple of STDIN_LINE_BYTES.
 */
export const STDIN_CHUNK_BYTES = 98_256;
/** Length, including its end, of a line of base64 that no Send splits. */
export const STDIN_LINE_BYTES = 4_094;

/**
 * Fields common to all requests of a session. `to` is the endpoint's URL, `uuid` returns a new
 * message id each time.
 */
export interface Envelope {
  to: string;
  uuid: () => string;
  sessionId: string;
  timeoutSeconds: number;
}

interface Request {
  action: string;
  body: string;
  shellId?: string;
  options?: Record<string, string>;
}

/**
 * Creates a cmd shell in UTF-8 without the user's profile; it closes after `idleSeconds` without a
 * request. Source: MS-WSMV 3.1.4.5.2, 2.2.4.37.
 */
export function createRequest(
  envelope: Envelope,
  { idleSeconds }: { idleSeconds: number },
): string {
  return request(envelope, {
    action: `${TRANSFER}/Create`,
    options: { WINRS_NOPROFILE: 'TRUE', WINRS_CODEPAGE: '65001' },
    body:
      '<rsp:Shell><rsp:InputStreams>stdin</rsp:InputStreams>' +
      '<rsp:OutputStreams>stdout stderr</rsp:OutputStreams>' +
      `<rsp:IdleTimeOut>PT${idleSeconds}.000S</rsp:IdleTimeOut></rsp:Shell>`,
  });
}

export interface CommandLine {
  command: string;
  args: readonly string[];
  skipCmdShell: boolean;
}

/** Starts a program. Source: MS-WSMV 3.1.4.11, 2.2.4.7. */
export function commandRequest(
  envelope: Envelope,
  shellId: string,
  { command, args, skipCmdShell }: CommandLine,
): string {
  const rendered = args.map((arg) => `<rsp:Arguments>${escapeXml(arg)}</rsp:Arguments>`).join('');
  return request(envelope, {
    action: `${SHELL}/Command`,
    shellId,
    // TRUE although the input is not interactive: common clients send it too, also for standard
    // input from files
    options: {
      WINRS_CONSOLEMODE_STDIN: 'TRUE',
      WINRS_SKIP_CMD_SHELL: skipCmdShell ? 'TRUE' : 'FALSE',
    },
    body: `<rsp:CommandLine><rsp:Command>${escapeXml(command)}</rsp:Command>${rendered}</rsp:CommandLine>`,
  });
}

/** Standard input, at most STDIN_CHUNK_BYTES bytes; `end` closes it. Source: MS-WSMV 3.1.4.13. */
export function sendRequest(
  envelope: Envelope,
  shellId: string,
  { commandId, data, end }: { commandId: string; data: Buffer; end: boolean },
): string {
  const id = escapeXml(commandId);
  const stream = `<rsp:Stream Name="stdin" CommandId="${id}" End="${end}">${data.toString('base64')}</rsp:Stream>`;
  return request(envelope, {
    action: `${SHELL}/Send`,
    shellId,
    body: `<rsp:Send>${stream}</rsp:Send>`,
  });
}

/**
 * Requests output; the response arrives when there is output, or as a fault after the envelope's
 * timeout. Source: MS-WSMV 3.1.4.14.
 */
export function receiveRequest(envelope: Envelope, shellId: string, commandId: string): string {
  return request(envelope, {
    action: `${SHELL}/Receive`,
    shellId,
    options: { WSMAN_CMDSHELL_OPTION_KEEPALIVE: 'TRUE' },
    body:
      `<rsp:Receive><rsp:DesiredStream CommandId="${escapeXml(commandId)}">` +
      'stdout stderr</rsp:DesiredStream></rsp:Receive>',
  });
}

/** Ends a command, or frees the resources of one that has ended. Source: MS-WSMV 3.1.4.12. */
export function terminateRequest(envelope: Envelope, shellId: string, commandId: string): string {
  const code = `<rsp:Code>${SHELL}/signal/terminate</rsp:Code>`;
  const body = `<rsp:Signal CommandId="${escapeXml(commandId)}">${code}</rsp:Signal>`;
  return request(envelope, { action: `${SHELL}/Signal`, shellId, body });
}

/** Closes the shell and everything that runs in it. Source: MS-WSMV 3.1.4.4. */
export const deleteRequest = (envelope: Envelope, shellId: string): string =>
  request(envelope, { action: `${TRANSFER}/Delete`, shellId, body: '' });

function request(envelope: Envelope, { action, body, shellId, options }: Request): string {
  const rendered = Object.entries(options ?? {})
    .map(([name, value]) => `<w:Option Name="${name}">${value}</w:Option>`)
    .join('');
  return (
    `<s:Envelope ${NAMESPACES}><s:Header>` +
    `<a:To>${escapeXml(envelope.to)}</a:To>` +
    `<a:ReplyTo><a:Address s:mustUnderstand="true">${ADDRESSING}/role/anonymous</a:Address></a:ReplyTo>` +
    `<a:Action s:mustUnderstand="true">${action}</a:Action><a:MessageID>uuid:${envelope.uuid()}</a:MessageID>` +
    `<p:SessionId s:mustUnderstand="false">uuid:${envelope.sessionId}</p:SessionId>` +
    `<w:ResourceURI s:mustUnderstand="true">${SHELL}/cmd</w:ResourceURI>` +
    `<w:MaxEnvelopeSize s:mustUnderstand="true">${MAX_ENVELOPE_BYTES}</w:MaxEnvelopeSize>` +
    '<w:Locale xml:lang="en-US" s:mustUnderstand="false"/>' +
    '<p:DataLocale xml:lang="en-US" s:mustUnderstand="false"/>' +
    `<w:OperationTimeout>PT${envelope.timeoutSeconds}S</w:OperationTimeout>` +
    (rendered && `<w:OptionSet s:mustUnderstand="true">${rendered}</w:OptionSet>`) +
    (shellId === undefined
      ? ''
      : `<w:SelectorSet><w:Selector Name="ShellId">${escapeXml(shellId)}</w:Selector></w:SelectorSet>`) +
    `</s:Header><s:Body>${body}</s:Body></s:Envelope>`
  );
}
