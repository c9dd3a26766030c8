import type { Libc } from './libc.js';
import { LINUX } from './libc.js';
import { readSockaddr } from '../target.js';

const ORIGIN_ICMP = 2;
const ORIGIN_ICMP6 = 3;
const CMSG_HEADER = 16;
const EXTENDED_ERROR = 16;
/** Where the data, the control messages and the vector are in the memory of a call, after the msghdr of 56 bytes. */
const DATA_AT = 64;
const CONTROL_AT = 320;
const VECTOR_AT = 832;

/** Returns the sender of the ICMP message that ended an attempt; null if there was none. */
export type ReadIcmpSender = (fd: number) => Uint8Array | null;

/**
 * Reads the error queue of a socket with IP_RECVERR (ip(7), recvmsg(2); struct layouts of 64-bit
 * Linux).
 */
export function createIcmpReader(libc: Libc): ReadIcmpSender {
  // One memory for the header and everything that it points to: what is only referenced by address is collected.
  const memory = new Uint8Array(VECTOR_AT + 16);
  const view = new DataView(memory.buffer);
  const start = libc.addressOf(memory);
  view.setBigUint64(VECTOR_AT, start + BigInt(DATA_AT), true);
  view.setBigUint64(VECTOR_AT + 8, BigInt(CONTROL_AT - DATA_AT), true);
  view.setBigUint64(16, start + BigInt(VECTOR_AT), true);
  view.setBigUint64(24, 1n, true);
  view.setBigUint64(32, start + BigInt(CONTROL_AT), true);
  return (fd) => {
    view.setBigUint64(40, BigInt(VECTOR_AT - CONTROL_AT), true);
    view.setInt32(48, 0, true);
    if (libc.recvmsg(fd, memory, LINUX.MSG_ERRQUEUE | LINUX.MSG_DONTWAIT) < 0) return null;
    const length = Number(view.getBigUint64(40, true));
    return parseIcmpSender(memory.subarray(CONTROL_AT, CONTROL_AT + length));
  };
}

/**
 * Finds the sender of an ICMP error in control messages; null if missing.
 * @internal
 */
export function parseIcmpSender(control: Uint8Array): Uint8Array | null {
  const view = new DataView(control.buffer, control.byteOffset, control.byteLength);
  for (let at = 0; at + CMSG_HEADER + EXTENDED_ERROR <= control.length;) {
    const length = Number(view.getBigUint64(at, true));
    if (length < CMSG_HEADER) return null;
    const level = view.getInt32(at + 8, true);
    const type = view.getInt32(at + 12, true);
    const isExtendedError =
      (level === LINUX.SOL_IP && type === LINUX.IP_RECVERR) ||
      (level === LINUX.SOL_IPV6 && type === LINUX.IPV6_RECVERR);
    if (isExtendedError)
      return senderAddress(
        control.subarray(at + CMSG_HEADER, Math.min(control.length, at + length)),
      );
    at += Math.ceil(length / 8) * 8;
  }
  return null;
}

function senderAddress(error: Uint8Array): Uint8Array | null {
  const origin = error[4];
  if (origin !== ORIGIN_ICMP && origin !== ORIGIN_ICMP6) return null;
  return readSockaddr(error.subarray(EXTENDED_ERROR))?.address ?? new Uint8Array();
}
