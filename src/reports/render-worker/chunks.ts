const MOST = 65_536; // bytes, and so many characters are collected

/** Small texts in larger pieces of UTF-8, of 64 KiB at most, each in memory of its own. */
export function* toChunks(texts: Iterable<string>): Generator<Uint8Array<ArrayBuffer>> {
  let text = '';
  for (const more of texts) {
    if (text.length + more.length > MOST) {
      yield* encoded(text);
      text = '';
    }
    text += more;
  }
  yield* encoded(text);
}

const encoder = new TextEncoder();

function* encoded(text: string): Generator<Uint8Array<ArrayBuffer>> {
  const bytes = encoder.encode(text);
  if (bytes.length > 0 && bytes.length <= MOST) yield bytes;
  else for (let at = 0; at < bytes.length; at += MOST) yield bytes.slice(at, at + MOST);
}
