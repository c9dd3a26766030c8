import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agent } from '../../src/commands/agent/agent.js';
import { diff } from '../../src/commands/report/diff.js';
import { describeError } from '../../src/commands/output/errors.js';
import { feedExport } from '../../src/commands/feed/feed.bundle.js';
import { feedList } from '../../src/commands/feed/feed.js';
import { report } from '../../src/commands/report/report.js';
import { rekeyDataDir } from '../../src/commands/rekey.js';
import { tokenList, tokenRevoke } from '../../src/commands/token.js';
import { watchAgents } from '../../src/commands/watch/watch.js';
import { temporaryFolder } from '../support/app.js';
import { testIo } from '../support/command.js';

describe.each<[string, (dataDir: string) => Promise<number>]>([
  ['diff', (dataDir) => diff({ dataDir, template: '1' }, testIo())],
  ['report', (dataDir) => report({ dataDir, task: '1' }, testIo())],
  ['feed list', (dataDir) => feedList({ dataDir }, testIo())],
  ['feed export', (dataDir) => feedExport({ dataDir, file: join(dataDir, 'x.tar') }, testIo())],
  ['token list', (dataDir) => tokenList({ dataDir }, testIo())],
  ['token revoke', (dataDir) => tokenRevoke({ dataDir, id: '1' }, testIo())],
  [
    'agent install',
    (dataDir) => agent({ dataDir, action: 'install', hosts: ['1'], credential: 'lab' }, testIo()),
  ],
  ['rekey', (dataDir) => rekeyDataDir({ dataDir }, testIo())],
  ['watch agents', (dataDir) => watchAgents({ dataDir }, testIo())],
])('hostwarden %s', (_command, run) => {
  it('rejects a missing data directory and does not create it', async () => {
    const dataDir = join(temporaryFolder(), 'mistyped');
    const description = describeError(await run(dataDir).catch((error: unknown) => error));
    expect(description).toEqual({
      exitCode: 2,
      message: expect.stringContaining(`${dataDir} is not a data directory`) as string,
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('rejects a folder without a database and writes nothing to it', async () => {
    const dataDir = join(temporaryFolder(), 'photos');
    mkdirSync(dataDir);
    expect(describeError(await run(dataDir).catch((error: unknown) => error))).toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('(it has no hostwarden.db)') as string,
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
