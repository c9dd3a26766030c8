import { describe, expect, it } from 'vitest';
import { verdictOfErrno } from '../../../src/platform/scanner/syscalls/errno.js';
import {
  createIcmpReader,
  parseIcmpSender,
} from '../../../src/platform/scanner/syscalls/error-queue.js';
import type { Libc } from '../../../src/platform/scanner/syscalls/libc.js';
import { buildEcho, checksum, parseReply } from '../../../src/platform/scanner/syscalls/icmp.js';
import { readSockaddr, equalBytes, toScanTarget } from '../../../src/platform/scanner/target.js';

describe('verdictOfErrno', () => {
  it.each([
    [0, 'open', 'open'],
    [104, 'open', 'open'],
    [111, 'closed', 'closed'],
    [24, 'busy', 'busy'],
    [23, 'busy', 'busy'],
    [99, 'busy', 'busy'],
    [105, 'busy', 'busy'],
    [12, 'busy', 'busy'],
    [113, 'no_route', 'unreachable'],
    [101, 'no_route', 'unreachable'],
    [97, 'no_route', 'unreachable'],
    [1, 'not_permitted', 'unreachable'],
    [13, 'not_permitted', 'unreachable'],
    [110, 'unreachable', 'unreachable'],
    [71, 'unreachable', 'unreachable'],
  ])('%i is %s immediately and %s later', (errno, atOnce, later) => {
    expect(verdictOfErrno(errno, true)).toBe(atOnce);
    expect(verdictOfErrno(errno, false)).toBe(later);
  });
});

describe('scan targets', () => {
  it("of both families are converted to the system's format and back", () => {
    const v4 = toScanTarget('10.1.2.3');
    expect(v4).toMatchObject({ family: 4, loopback: false });
    expect(readSockaddr(v4.sockaddr)).toEqual({ port: 0, address: Uint8Array.of(10, 1, 2, 3) });
    const v6 = toScanTarget('::1');
    expect(v6).toMatchObject({ family: 6, loopback: true });
    expect(v6.sockaddr).toHaveLength(28);
    expect(equalBytes(readSockaddr(v6.sockaddr)?.address ?? new Uint8Array(), v6.address)).toBe(
      true,
    );
  });

  it('treat an IPv4-mapped address as IPv4, and the whole block as loopback', () => {
    expect(toScanTarget('::ffff:127.0.0.5')).toMatchObject({
      family: 4,
      ip: '127.0.0.5',
      loopback: true,
    });
  });

  it('throw for an invalid address, and are null for a foreign sockaddr', () => {
    expect(() => toScanTarget('localhost')).toThrow();
    expect(readSockaddr(new Uint8Array(16))).toBeNull();
  });
});

describe('ICMP echo', () => {
  it('an IPv4 request has a correct checksum', () => {
    expect(checksum(buildEcho(4, 0x1234, 7, 0xdeadbeef))).toBe(0);
  });

  it.each([
    [4, 0, false],
    [4, 0, true],
    [6, 129, false],
  ] as const)('parses a reply of family %i (raw: %s)', (family, type, raw) => {
    const packet = buildEcho(family, 1, 513, 0xdeadbeef);
    packet[0] = type;
    const bytes = raw
      ? Uint8Array.from([0x45, ...new Array<number>(19).fill(0), ...packet])
      : packet;
    expect(parseReply(family, bytes, raw)).toEqual({ sequence: 513, mark: 0xdeadbeef });
  });

  it('ignores requests, errors and fragments of replies', () => {
    expect(parseReply(4, buildEcho(4, 1, 1, 1), false)).toBeNull();
    expect(parseReply(4, Uint8Array.of(0, 0, 0), false)).toBeNull();
    expect(parseReply(4, new Uint8Array(), true)).toBeNull();
  });
});

describe('error queue', () => {
  const message = (level: number, type: number, origin: number, sender: number[]): Uint8Array => {
    const bytes = new Uint8Array(48);
    const view = new DataView(bytes.buffer);
    view.setBigUint64(0, 48n, true);
    view.setInt32(8, level, true);
    view.setInt32(12, type, true);
    bytes[20] = origin;
    bytes.set([2, 0, 0, 0, ...sender], 32);
    return bytes;
  };

  it('returns the sender of an ICMP error', () => {
    expect(parseIcmpSender(message(0, 11, 2, [10, 0, 0, 9]))).toEqual(Uint8Array.of(10, 0, 0, 9));
  });

  it('returns none for local errors, other messages, empty and malformed ones', () => {
    expect(parseIcmpSender(message(0, 11, 1, [10, 0, 0, 9]))).toBeNull();
    expect(parseIcmpSender(message(1, 2, 2, [10, 0, 0, 9]))).toBeNull();
    expect(parseIcmpSender(new Uint8Array())).toBeNull();
    expect(parseIcmpSender(new Uint8Array(48))).toBeNull();
  });
});

it('passes one memory that holds everything that its header points to', () => {
  const START = 4096n;
  const passed: Uint8Array[] = [];
  const libc = {
    addressOf: () => START,
    recvmsg: (_fd: number, header: Uint8Array) => {
      passed.push(header);
      return -1;
    },
  } as unknown as Libc;
  expect(createIcmpReader(libc)(3)).toBeNull();
  const [memory = new Uint8Array()] = passed;
  const view = new DataView(memory.buffer);
  const read = (at: number): bigint => view.getBigUint64(at, true);
  const vector = read(16) - START;
  const parts = [
    [vector, 16n],
    [read(Number(vector)) - START, read(Number(vector) + 8)],
    [read(32) - START, read(40)],
  ] as const;
  for (const [from, size] of parts) {
    expect(from).toBeGreaterThanOrEqual(56n);
    expect(from + size).toBeLessThanOrEqual(BigInt(memory.length));
  }
});
