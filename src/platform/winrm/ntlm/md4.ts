// [word order, shifts, constant] of the three rounds; `mix` is the mixing function of a round.
const ROUNDS = [
  {
    order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    shifts: [3, 7, 11, 19],
    constant: 0,
  },
  {
    order: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
    shifts: [3, 5, 9, 13],
    constant: 0x5a827999,
  },
  {
    order: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    shifts: [3, 9, 11, 15],
    constant: 0x6ed9eba1,
  },
] as const;

type State = [number, number, number, number];

/**
 * MD4, 16 bytes. Broken as a hash; NTLM requires it, and OpenSSL 3 provides it only with its legacy
 * provider. Source: RFC 1320.
 */
export function md4(data: Uint8Array): Buffer {
  const padded = pad(data);
  let state: State = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let at = 0; at < padded.length; at += 64) state = block(state, padded, at);
  const digest = Buffer.alloc(16);
  state.forEach((word, i) => digest.writeUInt32LE(word >>> 0, i * 4));
  return digest;
}

function pad(data: Uint8Array): Buffer {
  const padded = Buffer.alloc((((data.length + 8) >> 6) + 1) * 64);
  padded.set(data);
  padded[data.length] = 0x80;
  padded.writeBigUInt64LE(BigInt(data.length) * 8n, padded.length - 8);
  return padded;
}

function block(start: State, data: Buffer, at: number): State {
  let [a, b, c, d] = start;
  ROUNDS.forEach(({ order, shifts, constant }, round) => {
    order.forEach((word, step) => {
      const sum = (a + mix(round, b, c, d) + data.readUInt32LE(at + word * 4) + constant) | 0;
      const shift = shifts[step % 4] ?? 0;
      [a, b, c, d] = [d, (sum << shift) | (sum >>> (32 - shift)), b, c];
    });
  });
  return [(start[0] + a) | 0, (start[1] + b) | 0, (start[2] + c) | 0, (start[3] + d) | 0];
}

function mix(round: number, b: number, c: number, d: number): number {
  if (round === 0) return (b & c) | (~b & d);
  if (round === 1) return (b & c) | (b & d) | (c & d);
  return b ^ c ^ d;
}
