import { existsSync, lstatSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { saveUpload } from '../../src/feeds/upload.js';
import { toAppError } from '../../src/http/problem.js';
import { temporaryFolder } from '../support/app.js';

describe('saveUpload', () => {
  it('fails with disk_full on a full disk, and leaves no file', async () => {
    const file = join(temporaryFolder(), 'upload');
    symlinkSync('/dev/full', file); // each write to it fails with ENOSPC
    const error = await saveUpload(Readable.from([Buffer.alloc(100_000)]), file, 1e9).catch(
      (e: unknown) => e,
    );
    expect(toAppError(error)).toMatchObject({ code: 'disk_full', status: 507 });
    expect([existsSync(file), lstatSync('/dev/full').isCharacterDevice()]).toEqual([false, true]);
  });
});
