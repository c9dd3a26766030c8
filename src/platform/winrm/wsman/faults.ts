import { winRmErrorText, type WinRmErrorCode } from '../winrm.error.js';
import { findElement, elementText, type XmlElement } from '../xml.js';

/**
 * `code` is the Windows error code, null if the fault has none; `subcode` its local name
 * (`TimedOut`); `text` one line for a person.
 */
export interface Fault {
  code: number | null;
  subcode: string | null;
  text: string;
}

const OPERATION_TIMEOUT = 2150858793; // ERROR_WSMAN_OPERATION_TIMEDOUT
const ACCESS_DENIED = [5, 2147942405]; // ERROR_ACCESS_DENIED, E_ACCESSDENIED
// ERROR_WSMAN_QUOTA_MAX_SHELLS, _MAX_OPERATIONS, _USER, _SYSTEM, _MAX_SHELLUSERS and the same per plug-in (wsmerror.h)
const QUOTAS = [
  2150859173, 2150859174, 2150859175, 2150859176, 2150859179, 2150859236, 2150859237, 2150859238,
  2150859239, 2150859240,
];

/**
 * Parses a SOAP fault with the Windows extensions: a WSManFault or, since 2012, an MSFT_WmiError.
 * Source: SOAP 1.2 part 1 section 5.4, MS-WSMV 2.2.4.43.
 */
export function readFault(fault: XmlElement): Fault {
  const windows = findElement(fault, 'WSManFault');
  const wmi = findElement(fault, 'MSFT_WmiError');
  const code = Number(
    windows?.attributes.get('Code') ?? (wmi && findElement(wmi, 'error_Code')?.text) ?? NaN,
  );
  const subcode = findElement(fault, 'Subcode');
  const reason = [windows, wmi && findElement(wmi, 'Message'), findElement(fault, 'Reason')]
    .map((part) => part && winRmErrorText(elementText(part)))
    .find((text) => text);
  return {
    code: Number.isSafeInteger(code) ? code : null,
    subcode: subcode ? elementText(subcode).replace(/^.*:/, '').trim() : null,
    text: reason ?? 'no reason given by the server',
  };
}

/** Whether a Receive timed out without output, and is to be repeated. */
export const isOperationTimeout = ({ code, subcode }: Fault): boolean =>
  code === OPERATION_TIMEOUT || (code === null && subcode === 'TimedOut');

/** Our code for a fault. */
export function faultErrorCode({ code, subcode }: Fault): WinRmErrorCode {
  if (subcode === 'AccessDenied' || (code !== null && ACCESS_DENIED.includes(code)))
    return 'access_denied';
  if (subcode === 'QuotaLimit' || (code !== null && QUOTAS.includes(code))) return 'shell_quota';
  return code === OPERATION_TIMEOUT || subcode === 'TimedOut' ? 'timeout' : 'protocol_error';
}
