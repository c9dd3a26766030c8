import type { ListState } from '../../app/list-address.js';
import type { Api } from '../../api/shapes.js';
import { plural } from '../text/plural.js';

type Body = Api<'BulkAcceptance'>;
type Filter = NonNullable<Body['filter']>;
type Result = Api<'BulkAcceptanceResult'>;

/** The findings to accept: named findings, vulnerabilities, or all that match a filter. */
export type Selected = Pick<Body, 'findings' | 'vulnerability_ids' | 'filter'>;

const NUMBERS = ['group_id', 'host_id', 'epss_min', 'since', 'until'] as const;
const BOOLEANS = ['kev', 'fixable', 'unimportant'] as const;
const TEXTS = ['severity', 'severity_max', 'package'] as const;

/** Returns the filter of a list of open findings for a body: a query has texts, a body has values. */
export function findingFilter({ q, filters }: Pick<ListState, 'q' | 'filters'>): Filter {
  const entries = (names: readonly string[], parse: (text: string) => unknown) =>
    names.flatMap((name) => {
      const text = filters[name];
      return text === undefined ? [] : [[name, parse(text)] as const];
    });
  return Object.fromEntries([
    ...(q === '' ? [] : [['q', q] as const]),
    ...entries(NUMBERS, Number),
    ...entries(BOOLEANS, (text) => text === 'true'),
    ...entries(TEXTS, (text) => text),
  ]);
}

type Identity = Pick<
  Api<'FlatFinding'>,
  'vulnerability_id' | 'host_id' | 'package' | 'port' | 'transport' | 'architecture'
> &
  Pick<Api<'FlatFinding'>, 'installed_version' | 'changed_at'>;

/** Returns what identifies a finding in a list of all hosts; `namedFindings` reads it. */
export const flatKey = (finding: Identity): string =>
  JSON.stringify([
    finding.vulnerability_id,
    finding.host_id,
    finding.package,
    finding.port,
    finding.transport,
    finding.architecture,
    finding.installed_version,
    finding.changed_at,
  ]);

/** Returns the findings of a selection as a request names them, each once. */
export function namedFindings(keys: Iterable<string>): NonNullable<Body['findings']> {
  const names = [...keys].map((key) => JSON.stringify((JSON.parse(key) as unknown[]).slice(0, 5)));
  return [...new Set(names)].map((name) => {
    const [vulnerability_id, host_id, pkg, port, transport] = JSON.parse(name) as [
      string,
      number,
      string | null,
      number | null,
      'tcp' | 'udp' | null,
    ];
    return { vulnerability_id, host_id, package: pkg, port, transport };
  });
}

/** Returns what acceptances would cover: `It covers 37 findings on 12 hosts, with 25 acceptances.` */
export function coverText({ findings, hosts, acceptances, max_acceptances: max }: Result): string {
  if (findings === 0) return 'No open finding is selected.';
  const cover = `It covers ${plural(findings, 'finding')} on ${plural(hosts, 'host')}`;
  const needs = `${cover}, with ${plural(acceptances, 'acceptance')}`;
  if (acceptances <= max) return `${needs}.`;
  return `${needs}: more than ${plural(max, 'acceptance')} at once. Select fewer, a group, or all hosts.`;
}

/** Whether acceptances can be stored. */
export const isStorable = ({ findings, acceptances, max_acceptances: max }: Result): boolean =>
  findings > 0 && acceptances <= max;
