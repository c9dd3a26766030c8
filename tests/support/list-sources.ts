import type { Sqlite } from '../../src/database/sqlite.js';
import type { HostChanges } from '../../src/vulnerabilities/host-changes.js';
import { createFactTexts } from '../../src/vulnerabilities/lists/fact-texts.js';
import { createFindingIndex } from '../../src/vulnerabilities/open-findings/by-fact/finding-index.js';
import { createOpenFindings } from '../../src/vulnerabilities/open-findings/open-findings.js';

/** Creates the sources that the lists of one connection share, as the lists worker creates it. */
export function createListSources(sqlite: Sqlite) {
  const openFindings = createOpenFindings(sqlite);
  const factTexts = createFactTexts(sqlite);
  return {
    openFindings,
    factTexts,
    findingIndex: createFindingIndex(),
    note(changes: HostChanges): void {
      openFindings.note(changes);
      factTexts.note(changes);
    },
  };
}
