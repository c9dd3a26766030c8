/** The part of a route that decides its operation id. */
export interface NamedRoute {
  method: string;
  url: string;
  config: { operation?: string; summary?: string };
}

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the']);
const VERSION = /^\/api\/v(\d+)\//;

/**
 * Returns the operation id of each route, in words: `operation` of its config, otherwise its summary
 * (`List hosts` → `listHosts`). Routes of the same name at several paths differ by the version of the API: the
 * bare path has the plain name, below /api/v2 it ends in `V2`.
 */
export function operationIds(routes: readonly NamedRoute[]): string[] {
  const names = routes.map(plainName);
  const isShared = (name: string): boolean => names.filter((n) => n === name).length > 1;
  return routes.map(({ url }, i) => {
    const name = names[i] ?? '';
    return isShared(name) ? name + versionSuffix(url) : name;
  });
}

const plainName = ({ config, method, url }: NamedRoute): string =>
  config.operation ?? camelCase(config.summary ?? `${method} ${url}`);

const versionSuffix = (url: string): string => {
  const version = VERSION.exec(url)?.[1];
  return version === undefined ? '' : `V${version}`;
};

function camelCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '' && !ARTICLES.has(word))
    .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}
