import type { Api } from '../../api/shapes.js';
import { checkedPart } from '../../parts/hosts/checked-part.js';
import { allCheckedText, notCheckedText } from '../../parts/text/checked-words.js';

type Hosts = Pick<Api<'Summary'>['hosts'], 'total' | 'not_checked'>;

/** Returns why no finding is open: a title, and how much was checked. A fleet without hosts has none of both. */
export function openWords(summary: Hosts): { title: string; checked: string } | null {
  const { total, not_checked } = summary;
  if (total === 0) return null;
  const missing = `${notCheckedText(not_checked, total)}.`;
  const words = {
    all: { title: 'Nothing is open', checked: allCheckedText(total) },
    some: { title: 'Nothing is open where hosts were checked', checked: missing },
    none: { title: 'No host was wholly checked', checked: missing },
  };
  return words[checkedPart(summary)];
}
