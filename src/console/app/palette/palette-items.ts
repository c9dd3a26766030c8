/** A place that the palette can open. */
export interface PaletteItem {
  kind: 'Screen' | 'Host' | 'Vulnerability' | 'Template';
  text: string;
  /** of the screen, below `/ui/` */
  path: string;
}

const VULNERABILITY_ID =
  /^(?:cve-\d{4}-\d+|ghsa(?:-[a-z0-9]{4}){3}|(?:dsa|dla|usn|rhsa|debian|alpine|ubuntu)-\S*\d)$/i;

/** Returns the screens whose title has the text; those that need a value are left out. */
export const screenItems = (
  screens: readonly { path: string; title: string }[],
  text: string,
): PaletteItem[] =>
  screens
    .filter(({ path }) => !path.includes(':') && path !== 'sign-in')
    .filter(({ title }) => title.toLowerCase().includes(text.trim().toLowerCase()))
    .map(({ path, title }) => ({ kind: 'Screen', text: title, path }));

/** Returns the vulnerability that a typed id names: `CVE-2024-1`; empty: it is no id. */
export function vulnerabilityItems(text: string): PaletteItem[] {
  const id = text.trim();
  if (!VULNERABILITY_ID.test(id)) return [];
  const known = id.toLowerCase().startsWith('cve-') ? id.toUpperCase() : id;
  return [
    { kind: 'Vulnerability', text: known, path: `vulnerabilities/${encodeURIComponent(known)}` },
  ];
}
