import { type Fault, readFault } from './faults.js';
import { findElement, parseXml, type XmlElement } from '../xml.js';

/** Result of one Receive: bytes by stream, and the exit code once the command is done. */
export interface ReceivedOutput {
  stdout: Buffer;
  stderr: Buffer;
  done: boolean;
  exitCode: number;
}

/** The body of a response, its fault, or that it is not SOAP. */
export type WsmanResponse = { body: XmlElement } | { fault: Fault } | { unreadable: true };

/** Parses a SOAP envelope. Source: SOAP 1.2 part 1 section 5, MS-WSMV 2.2.4.43. */
export function parseResponse(text: string): WsmanResponse {
  const root = parseXml(text.replace(/^\ufeff/, ''));
  const body =
    root?.name === 'Envelope' ? root.children.find(({ name }) => name === 'Body') : undefined;
  if (!body) return { unreadable: true };
  const fault = body.children.find(({ name }) => name === 'Fault');
  return fault ? { fault: readFault(fault) } : { body };
}

/**
 * The new shell's id: the selector of the created resource, which every version sends; null if
 * missing. Source: MS-WSMV 3.1.4.5.2.
 */
export function shellIdOf(body: XmlElement): string | null {
  const selectors = findElement(body, 'SelectorSet')?.children ?? [];
  const id =
    selectors.find(({ attributes }) => attributes.get('Name') === 'ShellId') ??
    findElement(body, 'ShellId');
  return id?.text.trim() || null;
}

/** The started command's id; null if missing. Source: MS-WSMV 2.2.4.8. */
export const commandIdOf = (body: XmlElement): string | null =>
  findElement(body, 'CommandId')?.text.trim() || null;

/**
 * The streams of a ReceiveResponse; null for other responses. Source: MS-WSMV 2.2.4.29, 2.2.4.9.
 */
export function outputOf(body: XmlElement): ReceivedOutput | null {
  const response = findElement(body, 'ReceiveResponse');
  if (!response) return null;
  const bytes = (stream: string): Buffer =>
    Buffer.concat(
      response.children
        .filter(({ name, attributes }) => name === 'Stream' && attributes.get('Name') === stream)
        .map(({ text }) => Buffer.from(text, 'base64')),
    );
  const state = response.children.find(({ name }) => name === 'CommandState');
  return {
    stdout: bytes('stdout'),
    stderr: bytes('stderr'),
    done: state?.attributes.get('State')?.endsWith('/Done') === true,
    exitCode: exitCodeOf(state),
  };
}

/**
 * Signed 32 bits, as in Windows, in either notation (-1 and 4294967295 are equal); 0 if missing.
 */
const exitCodeOf = (state: XmlElement | undefined): number =>
  Number((state && findElement(state, 'ExitCode')?.text.trim()) ?? 0) | 0;
