import type { Api } from '../../api/shapes.js';
import { coverageText } from '../../../vulnerabilities/coverage/coverage.text.js';
import { checkedPart } from '../../parts/hosts/checked-part.js';

type Hosts = Pick<Api<'Summary'>['hosts'], 'total' | 'not_checked' | 'coverage'>;

const TITLES = {
  all: 'Nothing is open',
  some: 'Nothing is open in what was checked',
  none: 'No host was checked',
} as const;

/** Returns why no finding is open: a title, and how much was checked. A fleet without hosts has none of both. */
export function openWords(hosts: Hosts): { title: string; checked: string } | null {
  if (hosts.total === 0) return null;
  return { title: TITLES[checkedPart(hosts)], checked: coverageText(hosts.coverage) };
}
