import type { SystemSupport } from './system-support.js';

/** Returns the sentence about a system that is no longer supported, with what to do. */
export function endOfLifeText({ system, until, extended_until: extended }: SystemSupport): string {
  const since = until === null ? '' : ` since ${until}`;
  const isUbuntu = system?.startsWith('Ubuntu') === true;
  const without =
    extended === null
      ? ''
      : ` without ${isUbuntu ? 'Ubuntu Pro' : 'a subscription'} (until ${extended})`;
  const pro = extended !== null && isUbuntu ? 'Attach it to Ubuntu Pro, or upgrade' : 'Upgrade';
  return (
    `${system ?? 'The system'} is end of life${since}: it gets no security updates${without}. ` +
    `${pro} to a supported release.`
  );
}

/** Returns the support of a system for a list of facts: `Ubuntu 24.04 until 2029-05-31`. */
export function supportText(support: SystemSupport): string {
  const { system, state, until } = support;
  const name = system ?? 'system';
  switch (state) {
    case 'end_of_life':
      return `${name}: end of life${until === null ? '' : ` since ${until}`}`;
    case 'supported':
      return `${name}: supported${until === null ? ', no end is published' : ` until ${until}`}`;
    case 'rolling':
      return 'rolling release, without an end';
    case 'unknown':
      return system === null ? 'not known' : `${system}: not known`;
  }
}
