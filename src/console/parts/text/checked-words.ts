import { countText, plural } from './plural.js';

/** Returns that all of these hosts were checked. @param scope such as ` of this task` */
export const allCheckedText = (hosts: number, scope = ''): string =>
  hosts === 1
    ? `The host${scope} was checked.`
    : `All ${plural(hosts, 'host')}${scope} were checked.`;

/** Returns that a part of these hosts was not checked, without a full stop. */
export const notCheckedText = (count: number, hosts: number): string =>
  `${countText(count)} of ${plural(hosts, 'host')} ${count === 1 ? 'was' : 'were'} not, or not wholly, checked`;
