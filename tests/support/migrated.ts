import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/database/database.js';
import { openKnowledge } from '../../src/knowledge/open-knowledge.js';

const databases = new Map<Kind, Buffer>();
type Kind = 'database' | 'knowledge';

/**
 * Writes an empty database of the latest schema, unless the file exists. The database is created once per test worker,
 * since creating it takes half the time of a start of the service.
 */
export async function migrated(kind: Kind, file: string): Promise<void> {
  if (existsSync(file)) return;
  const bytes = databases.get(kind) ?? (await createBytes(kind));
  databases.set(kind, bytes);
  writeFileSync(file, bytes, { mode: 0o600 });
}

async function createBytes(kind: Kind): Promise<Buffer> {
  const dir = mkdtempSync(join(tmpdir(), 'hostwarden-migrated-'));
  try {
    const file = join(dir, 'migrated.db');
    if (kind === 'database') await openDatabase(file, 0).close();
    else openKnowledge(file, 0).close();
    return readFileSync(file);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
