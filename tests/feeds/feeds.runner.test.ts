import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFeedFileStore } from '../../src/feeds/feed-files.js';
import { createRunner } from '../../src/feeds/feeds.runner.js';
import type { FeedsDeps } from '../../src/feeds/feeds.service.js';
import { createProgressBoard } from '../../src/feeds/progress.js';
import { NOW, temporaryFolder } from '../support/database.js';
import { osv, testKnowledge } from '../support/knowledge.js';

/** A runner whose fleet is evaluated by `rematchFleet`, and a file that came in for it. */
function setUp(rematchFleet: () => Promise<unknown>) {
  const [knowledge, folder] = [
    testKnowledge(),
    createFeedFileStore(join(temporaryFolder(), 'feeds')),
  ];
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const parts = {
    knowledge,
    files: folder,
    log,
    clock: { now: () => NOW },
    retainFrom: () => 0,
    rematchFleet,
  } as unknown as FeedsDeps;
  const path = folder.uploadPath('osv-debian');
  writeFileSync(path, osv('DEBIAN-CVE-2026-1', 'bash', null));
  const load = () =>
    createRunner(parts, createProgressBoard()).load('osv-debian', [
      { path, part: null, sha256: 'x', address: null, etag: null, lastModified: null },
    ]);
  return { knowledge, folder, load };
}

it('a file that is in force is kept, whatever ends the judging that follows', async () => {
  const { knowledge, folder, load } = setUp(async () => {
    throw new Error('no room');
  });
  await expect(load()).rejects.toThrow('no room');
  expect(knowledge.feedVersion('osv-debian')).toBe('2026-01-01T00:00:00Z');
  expect([folder.list().map(({ feed }) => feed), folder.takeInterrupted()]).toEqual([
    ['osv-debian'],
    [],
  ]);
});
