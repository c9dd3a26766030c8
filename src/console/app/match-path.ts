/** The values of the `:names` of a pattern. */
export type PathParams = Readonly<Record<string, string>>;

/** Matches a path such as `hosts/3` with a pattern such as `hosts/:id`. Returns its values; null: no match. */
export function matchPath(pattern: string, path: string): PathParams | null {
  const wanted = pattern.split('/');
  const given = path.replace(/\/$/, '').split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const text = given[i] ?? '';
    if (!part.startsWith(':')) {
      if (part !== text) return null;
    } else if (text === '') return null;
    else params[part.slice(1)] = decode(text);
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
