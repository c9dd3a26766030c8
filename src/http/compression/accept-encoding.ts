/** Returns the encoding to send, of those that exist and that the client accepts; null: none. */
export function chooseEncoding(
  header: string | undefined,
  available: { br: boolean; gzip: boolean },
): 'br' | 'gzip' | null {
  const accepted = (header ?? '')
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => !/;\s*q=0(?:\.0*)?$/.test(item))
    .map((item) => item.split(';')[0]);
  return (
    (['br', 'gzip'] as const).find((name) => available[name] && accepted.includes(name)) ?? null
  );
}
