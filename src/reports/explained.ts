import type { Explain } from './told.js';

/** What a finding means and what to do about it. */
export const explained: Explain = (fact, title) => ({ explanation: title, remedy: fact.fixed_version === null ? '' : `Update to ${fact.fixed_version}.` });
