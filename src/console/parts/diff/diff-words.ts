import type { Api } from '../../api/shapes.js';
import { checkedPart } from '../hosts/checked-part.js';
import { plural } from '../text/plural.js';

type Summary = Api<'DiffHead'>['summary'];

const NONE_CHECKED = 'No host was checked';

/** Returns whether hosts are missing, and nothing of any was checked: an empty list says nothing then. */
const isUnknown = ({ not_checked_hosts, coverage }: Summary): boolean =>
  checkedPart({ not_checked: not_checked_hosts, coverage }) === 'none';

/** Returns what an empty list of new, fixed or changed findings says. @param empty where hosts were checked */
export const emptyTitle = (
  { name, empty }: { name: string; empty: string },
  summary: Summary | undefined,
): string => (summary && isUnknown(summary) ? `${NONE_CHECKED}: nothing ${name} is known` : empty);

/** Returns how many findings there are, without a full stop. Where nothing was checked, 0 is not a result. */
export function countsText(summary: Summary): string {
  const { open, unchanged, accepted } = summary;
  if (isUnknown(summary) && open + unchanged + accepted === 0)
    return `${NONE_CHECKED}: the findings are not known`;
  return `${plural(open, 'finding')} open, ${unchanged} unchanged, ${accepted} accepted`;
}

/** Returns where a device was, where it is, and how it was recognized, without a full stop. */
export const movedText = ({ from, to, evidence }: Api<'DiffHead'>['moved'][number]): string =>
  `The device at ${from.ip} moved to ${to.ip} (${evidence})`;
