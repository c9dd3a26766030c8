/**
 * The results of a running scan of one host. Ports that are in none of the lists have not been tried in this pass.
 * `silent`: tried in this pass without an answer.
 */
export interface ScanState {
  pass: number;
  window: number;
  answered: number;
  late: number;
  lateInPass: number;
  smoothedMs: number | null;
  varianceMs: number;
  open: ArrayLike<number>;
  closed: ArrayLike<number>;
  filtered: ArrayLike<number>;
  silent: ArrayLike<number>;
}

const VERSION = 1;
const HEADER_BYTES = 32;
const COUNT_BYTES = 2;
const BITMAP_BYTES = 8_192; // a bit for each of 65,536 ports
const MAX_LISTED_PORTS = BITMAP_BYTES / 2; // beyond this, a bitmap is smaller than a list

/**
 * Encodes a state in at most 33 KiB: a header, then each list of ports as 16-bit numbers, or as a bitmap if it is
 * long. All numbers are little-endian.
 */
export function encodeScanState(state: ScanState): Uint8Array {
  const lists = [state.open, state.closed, state.filtered, state.silent];
  const bytes = Buffer.alloc(
    lists.reduce((sum, ports) => sum + COUNT_BYTES + listBytes(ports.length), HEADER_BYTES),
  );
  bytes.writeUInt8(VERSION, 0);
  bytes.writeUInt8(state.pass, 1);
  bytes.writeUInt16LE(state.window, 2);
  bytes.writeUInt32LE(state.answered, 4);
  bytes.writeUInt32LE(state.late, 8);
  bytes.writeUInt32LE(state.lateInPass, 12);
  bytes.writeDoubleLE(state.smoothedMs ?? NaN, 16);
  bytes.writeDoubleLE(state.varianceMs, 24);
  let offset = HEADER_BYTES;
  for (const ports of lists) offset = writePorts(bytes, offset, ports);
  return bytes;
}

/** Decodes a state; null if the bytes are not complete, or come from another version. */
export function decodeScanState(encoded: Uint8Array): ScanState | null {
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength);
  if (bytes.length < HEADER_BYTES || bytes.readUInt8(0) !== VERSION) return null;
  const lists = readLists(bytes);
  if (lists === null) return null;
  const [open = [], closed = [], filtered = [], silent = []] = lists;
  const smoothedMs = bytes.readDoubleLE(16);
  return {
    pass: Math.max(1, bytes.readUInt8(1)),
    window: bytes.readUInt16LE(2),
    answered: bytes.readUInt32LE(4),
    late: bytes.readUInt32LE(8),
    lateInPass: bytes.readUInt32LE(12),
    smoothedMs: Number.isFinite(smoothedMs) ? smoothedMs : null,
    varianceMs: bytes.readDoubleLE(24) || 0,
    open,
    closed,
    filtered,
    silent,
  };
}

const listBytes = (count: number): number => (count > MAX_LISTED_PORTS ? BITMAP_BYTES : count * 2);

function writePorts(bytes: Buffer, start: number, ports: ArrayLike<number>): number {
  bytes.writeUInt16LE(ports.length, start);
  const from = start + COUNT_BYTES;
  const isList = ports.length <= MAX_LISTED_PORTS;
  for (let i = 0; i < ports.length; i += 1) {
    const port = ports[i] ?? 0;
    if (isList) bytes.writeUInt16LE(port, from + i * 2);
    else setBit(bytes, from, port);
  }
  return from + listBytes(ports.length);
}

function setBit(bytes: Buffer, from: number, port: number): void {
  const at = from + (port >> 3);
  bytes.writeUInt8(bytes.readUInt8(at) | (1 << (port & 7)), at);
}

function readLists(bytes: Buffer): number[][] | null {
  const lists: number[][] = [];
  let offset = HEADER_BYTES;
  while (lists.length < 4) {
    if (offset + COUNT_BYTES > bytes.length) return null;
    const count = bytes.readUInt16LE(offset);
    const from = offset + COUNT_BYTES;
    offset = from + listBytes(count);
    if (offset > bytes.length) return null;
    lists.push(count > MAX_LISTED_PORTS ? readBitmap(bytes, from) : readList(bytes, from, count));
  }
  return lists;
}

const readList = (bytes: Buffer, from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => bytes.readUInt16LE(from + i * 2));

function readBitmap(bytes: Buffer, from: number): number[] {
  const ports: number[] = [];
  for (let port = 0; port < BITMAP_BYTES * 8; port += 1)
    if ((bytes.readUInt8(from + (port >> 3)) & (1 << (port & 7))) !== 0) ports.push(port);
  return ports;
}
