import { canonicalIp, hasHostBits, parseBlock, type AddressBlock } from '../../hosts/addresses.js';
import {
  addressAt,
  parseHyphenRange,
  singleAddress,
  wholeRange,
  type AddressRange,
} from '../../pentest/address-ranges.js';

type NameOrError = { kind: 'name'; name: string } | { kind: 'error'; message: string };
type ParsedRange = ({ kind: 'range' } & AddressRange) | NameOrError;

/** The meaning of one target. `ips` are canonical and ascending. */
export type ParsedTarget = { kind: 'addresses'; ips: string[] } | NameOrError;

const HINT = 'use an IP address, a name, a CIDR block (10.0.0.0/24) or a range (10.0.0.1-5)';

/**
 * Parses one target: `10.0.0.1`, `fd00::1`, `web.example`, `10.0.0.0/24` (without its network and broadcast
 * addresses), `10.0.0.1-5`, `10.0.0.1-10.0.1.20`. More than `limit` addresses are an error, detected without
 * listing them.
 */
export function parseTarget(text: string, limit: number): ParsedTarget {
  const parsed = parseAddresses(text, hostRange);
  return parsed.kind === 'range' ? toAddresses(text, parsed, limit) : parsed;
}

/** Parses one exclusion: as a target, but a block is all of its addresses, however many. */
export const parseExclusion = (text: string): ParsedRange => parseAddresses(text, wholeRange);

function parseAddresses(text: string, rangeOf: (block: AddressBlock) => AddressRange): ParsedRange {
  const ip = canonicalIp(text);
  if (ip !== null) return { kind: 'range', ...singleAddress(ip) };
  if (text.includes('/')) return parseBlockTarget(text, rangeOf);
  return parseRange(text) ?? parseName(text);
}

function parseBlockTarget(
  text: string,
  rangeOf: (block: AddressBlock) => AddressRange,
): ParsedRange {
  const block = parseBlock(text);
  if (block === null) return invalid(text, `is not a CIDR block; ${HINT}`);
  if (hasHostBits(block)) return invalid(text, hostBitsProblem(block));
  return { kind: 'range', ...rangeOf(block) };
}

const MIN_SUGGESTED_BITS = 8; // a larger block starts far from what was typed

function hostBitsProblem(block: AddressBlock): string {
  const start = addressAt(wholeRange(block).first);
  return block.bits < MIN_SUGGESTED_BITS
    ? `has host bits set: a block of /${block.bits} starts at ${start}; use a longer prefix`
    : `has host bits set; did you mean ${start}/${block.bits}?`;
}

// RFC 3021: both addresses of a /31 are hosts. A /32 is one host.
function hostRange(block: AddressBlock): AddressRange {
  const { first, last } = wholeRange(block);
  const hasReserved = block.first.kind() === 'ipv4' && block.bits < 31;
  return hasReserved ? { first: first + 1n, last: last - 1n } : { first, last };
}

function parseRange(text: string): ParsedRange | null {
  const range = parseHyphenRange(text);
  if (range === null) return null;
  if ('first' in range) return { kind: 'range', ...range };
  if (range.problem === 'end') return invalid(text, `is not a range of addresses; ${HINT}`);
  return invalid(text, `start of range is after its end: ${range.from} is after ${range.to}`);
}

function toAddresses(text: string, { first, last }: AddressRange, limit: number): ParsedTarget {
  const count = last - first + 1n;
  if (count > BigInt(limit))
    return invalid(text, `contains ${count.toString()} addresses; the maximum is ${limit}`);
  return {
    kind: 'addresses',
    ips: Array.from({ length: Number(count) }, (_, i) => addressAt(first + BigInt(i))),
  };
}

function parseName(text: string): NameOrError {
  const name = text.toLowerCase().replace(/\.$/, '');
  if (isHostname(name)) return { kind: 'name', name };
  return invalid(text, `is neither an IP address nor a name; ${HINT}`);
}

/**
 * RFC 1123 2.1: labels of letters, digits and inner hyphens. The last label needs a letter; without, it is a
 * mistyped address.
 */
function isHostname(name: string): boolean {
  const labels = name.split('.');
  const last = labels.at(-1) ?? '';
  return (
    name.length <= 253 &&
    labels.every((l) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(l)) &&
    /[a-z]/.test(last) &&
    !/^0x[0-9a-f]*$/.test(last)
  );
}

function invalid(text: string, problem: string): NameOrError {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return { kind: 'error', message: `${shown.replace(/\p{C}/gu, '?') || '(empty)'} ${problem}` };
}
