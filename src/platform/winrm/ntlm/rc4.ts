/** Encrypts or decrypts (the same operation) the next bytes of its stream. */
export type Rc4 = (data: Uint8Array) => Buffer;

/**
 * An RC4 key stream that continues from call to call. Old and weak; NTLM's sealing requires it.
 * Test vectors: RFC 6229.
 */
export function rc4(key: Uint8Array): Rc4 {
  const state = schedule(key);
  let i = 0;
  let j = 0;
  return (data) => {
    const out = Buffer.alloc(data.length);
    for (let at = 0; at < data.length; at += 1) {
      i = (i + 1) & 255;
      const si = state[i] as number;
      j = (j + si) & 255;
      const sj = state[j] as number;
      state[i] = sj;
      state[j] = si;
      out[at] = (data[at] as number) ^ (state[(si + sj) & 255] as number);
    }
    return out;
  };
}

function schedule(key: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 0, j = 0; i < 256; i += 1) {
    const si = state[i] as number;
    j = (j + si + (key[i % key.length] as number)) & 255;
    state[i] = state[j] as number;
    state[j] = si;
  }
  return state;
}
