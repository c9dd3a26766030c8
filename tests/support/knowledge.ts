import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { JobFile, JobResult } from '../../src/feeds/load/jobs.js';
import { runJob } from '../../src/feeds/load/run-job.js';
import { openKnowledge, type Knowledge } from '../../src/knowledge/open-knowledge.js';
import type { FeedName } from '../../src/knowledge/records.js';
import { NOW, temporaryFolder } from './database.js';

/** A vulnerability database in a temporary folder, with a function that loads feeds into it. */
export function testKnowledge(): Knowledge & {
  load(
    feed: FeedName,
    data: string | Buffer,
    more?: Partial<JobFile> & { retainFrom?: number; now?: number },
  ): Promise<JobResult>;
} {
  const dir = temporaryFolder();
  const knowledge = openKnowledge(join(dir, 'knowledge.db'), NOW);
  onTestFinished(() => knowledge.close());
  let count = 0;
  return {
    ...knowledge,
    load(feed, data, { retainFrom, now = NOW, ...more } = {}) {
      const path = join(dir, `feed-${++count}`);
      writeFileSync(path, data);
      return runJob({
        kind: 'load',
        knowledge: knowledge.file,
        feed,
        now,
        retainFrom: retainFrom ?? null,
        files: [
          { path, part: null, sha256: 'x', address: null, etag: null, lastModified: null, ...more },
        ],
      });
    },
  };
}

/** An OSV record about one package of Debian 12. `fixed` null: no fix. */
export const osv = (
  id: string,
  name: string,
  fixed: string | null,
  modified = '2026-01-01T00:00:00Z',
): string =>
  JSON.stringify({
    id,
    modified,
    published: modified,
    details: `${id} in ${name}.`,
    upstream: [id.replace(/^DEBIAN-/, '')],
    affected: [
      {
        package: { ecosystem: 'Debian:12', name, purl: `pkg:deb/debian/${name}?arch=source` },
        ranges: [
          {
            type: 'ECOSYSTEM',
            events: [{ introduced: '0' }, ...(fixed === null ? [] : [{ fixed }])],
          },
        ],
      },
    ],
  });
