import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/database/database.js';
import { openKnowledge } from '../../src/knowledge/open-knowledge.js';

const made = new Map<Kind, Buffer>();
type Kind = 'database' | 'knowledge';

/** Puts a database of the newest schema where none is: made once a worker, since making one takes half of what a start of the service does. */
export async function migrated(kind: Kind, file: string): Promise<void> {
  if (existsSync(file)) return;
  const bytes = made.get(kind) ?? (await make(kind));
  made.set(kind, bytes);
  writeFileSync(file, bytes, { mode: 0o600 });
}

async function make(kind: Kind): Promise<Buffer> {
  const dir = mkdtempSync(join(tmpdir(), 'hostwarden-made-'));
  try {
    const file = join(dir, 'made.db');
    if (kind === 'database') await openDatabase(file, 0).close();
    else openKnowledge(file, 0).close();
    return readFileSync(file);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
