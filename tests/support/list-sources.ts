import type { Sqlite } from '../../src/database/sqlite.js';
import type { HostChanges } from '../../src/vulnerabilities/host-changes.js';
import { createFactTexts } from '../../src/vulnerabilities/lists/fact-texts.js';
import { createOpenFindings } from '../../src/vulnerabilities/lists/table/open-findings.js';
import { createOpenLists } from '../../src/vulnerabilities/lists/open-list.js';

/** Creates the sources that the lists of one connection share, as the lists worker creates it. */
export function createListSources(sqlite: Sqlite) {
  const openFindings = createOpenFindings(sqlite);
  const factTexts = createFactTexts(sqlite);
  return {
    openFindings,
    factTexts,
    readOpen: createOpenLists(sqlite),
    note(changes: HostChanges): void {
      openFindings.note(changes);
      factTexts.note(changes);
    },
  };
}
