import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFeedFileStore } from '../../src/feeds/feed-files.js';
import { createProgressBoard, createRunner } from '../../src/feeds/feeds.runner.js';
import type { Clock } from '../../src/platform/clock.js';
import { NOW, temporaryFolder } from '../support/database.js';
import { osv, testKnowledge } from '../support/knowledge.js';

/** A runner, and an uploaded file for it to load. */
function setUp(rematchFleet: () => Promise<unknown>) {
  const knowledge = testKnowledge();
  const files = createFeedFileStore(join(temporaryFolder(), 'feeds'));
  const runner = createRunner(
    {
      knowledge,
      files,
      log: { info: () => undefined },
      clock: { now: () => NOW } as Clock,
      retainFrom: () => 0,
      rematchFleet,
    },
    createProgressBoard(() => undefined),
  );
  const path = files.uploadPath('osv-debian');
  writeFileSync(path, osv('DEBIAN-CVE-2026-1', 'bash', null));
  const load = () =>
    runner.load('osv-debian', [
      { path, part: null, sha256: 'x', address: null, etag: null, lastModified: null },
    ]);
  return { knowledge, files, load };
}

it('stores a loaded file even if the re-evaluation of the hosts fails', async () => {
  const { knowledge, files, load } = setUp(async () => {
    throw new Error('no space');
  });
  await expect(load()).rejects.toThrow('no space');
  expect(knowledge.feedVersion('osv-debian')).toBe('2026-01-01T00:00:00Z');
  expect(files.list().map(({ feed }) => feed)).toEqual(['osv-debian']);
  expect(files.takeInterrupted()).toEqual([]);
});
