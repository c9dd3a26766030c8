/** A place that the palette can open. */
export interface PalettePlace {
  kind: 'Screen' | 'Host' | 'Vulnerability' | 'Template';
  text: string;
  /** of the screen, below `/ui/` */
  path: string;
}

/** An action that the screen offers. */
export interface ActionInView {
  /** what its button says, with the name of its row: `Test: lab` */
  text: string;
  /** why it cannot be used now; null: it can */
  reason: string | null;
  /** whether it is of one row of a list */
  isOfRow: boolean;
  run: () => void;
}

/** An entry of the palette: a place that it opens, or an action that it does. */
export type PaletteItem = PalettePlace | (ActionInView & { kind: 'Action' });

const MAX_ACTIONS = 12;

const VULNERABILITY_ID =
  /^(?:cve-\d{4}-\d+|ghsa(?:-[a-z0-9]{4}){3}|(?:dsa|dla|usn|(?:rh|al|el|rl)sa|(?:open)?suse-su|alas2?|cnn?vd|debian|alpine|ubuntu)-\S*\d)$/i;

/** Returns the screens whose title has the text; those that need a value are left out. */
export const screenItems = (
  screens: readonly { path: string; title: string }[],
  text: string,
): PalettePlace[] =>
  screens
    .filter(({ path }) => !path.includes(':') && path !== 'sign-in')
    .filter(({ title }) => title.toLowerCase().includes(text.trim().toLowerCase()))
    .map(({ path, title }) => ({ kind: 'Screen', text: title, path }));

/** Returns the vulnerability that a typed id names: `CVE-2024-1`; empty: it is no id. */
export function vulnerabilityItems(text: string): PalettePlace[] {
  const id = text.trim();
  if (!VULNERABILITY_ID.test(id)) return [];
  const known = id.toLowerCase().startsWith('cve-') ? id.toUpperCase() : id;
  return [
    { kind: 'Vulnerability', text: known, path: `vulnerabilities/${encodeURIComponent(known)}` },
  ];
}

/**
 * Returns the actions that have all words of a text. Without a text, those of rows are left out. An action that two
 * buttons offer is listed once.
 */
export function actionItems(actions: readonly ActionInView[], text: string): PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const names = new Set<string>();
  return actions
    .filter(({ isOfRow }) => !isOfRow || words.length > 0)
    .filter((action) => words.every((word) => action.text.toLowerCase().includes(word)))
    .filter((action) => names.size < names.add(action.text).size)
    .slice(0, MAX_ACTIONS)
    .map((action) => ({ kind: 'Action', ...action }));
}

/** Returns what an action of a row is called; null: it is of the whole screen. */
export const actionText = (words: string, name: string | null): string =>
  name === null || name === '' || words.includes(name) ? words : `${words}: ${name}`;
