const MAX_CHUNK_BYTES = 65_536; // also the number of UTF-16 units that are collected

/** Joins short texts to chunks of UTF-8. Each has at most 64 KiB and a separate buffer. */
export function* toChunks(texts: Iterable<string>): Generator<Uint8Array<ArrayBuffer>> {
  let collected = '';
  for (const text of texts) {
    if (collected.length + text.length > MAX_CHUNK_BYTES) {
      yield* encodeChunks(collected);
      collected = '';
    }
    collected += text;
  }
  yield* encodeChunks(collected);
}

const encoder = new TextEncoder();

function* encodeChunks(text: string): Generator<Uint8Array<ArrayBuffer>> {
  const bytes = encoder.encode(text);
  if (bytes.length > 0 && bytes.length <= MAX_CHUNK_BYTES) yield bytes;
  else
    for (let at = 0; at < bytes.length; at += MAX_CHUNK_BYTES)
      yield bytes.slice(at, at + MAX_CHUNK_BYTES);
}
