import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shellQuote } from '../../../src/platform/ssh/quote.js';
import { sshServer } from '../../support/ssh-server.js';
import { limits, sshRejection, session } from '../../support/ssh-session.js';

describe('SSH command', () => {
  it('returns its output, exit code and signal', async () => {
    const open = await session(await sshServer());
    const bytes = randomBytes(300_000);
    expect(await open.run('cat; echo oops >&2; exit 3', { ...limits, stdin: bytes })).toEqual({
      exitCode: 3,
      signal: null,
      stdout: bytes,
      stderr: Buffer.from('oops\n'),
      truncated: { stdout: false, stderr: false },
    });
    expect(await open.run('kill -KILL $$', limits)).toMatchObject({
      exitCode: null,
      signal: 'SIGKILL',
    });
    expect((await open.run(`printf %s ${shellQuote(`a'b\n$c`)}`, limits)).stdout.toString()).toBe(
      `a'b\n$c`,
    );
  });

  it('streams its error output', async () => {
    const open = await session(await sshServer());
    const seen: string[] = [];
    await open.run('echo one >&2; echo two >&2', {
      ...limits,
      onStderr: (data) => {
        seen.push(data.toString());
      },
    });
    expect(seen.join('')).toBe('one\ntwo\n');
  });

  it('keeps a bounded part of an endless output, and lets the command finish', async () => {
    const open = await session(await sshServer());
    const result = await open.run('head -c 5000000 /dev/zero; echo end >&2; exit 4', {
      timeoutMs: 10_000,
      maxBytes: 1_000,
    });
    expect(result).toMatchObject({ exitCode: 4, truncated: { stdout: true, stderr: false } });
    expect(result.stdout.length).toBe(1_000);
  });

  it('ends even if background processes hold its output open', async () => {
    const open = await session(await sshServer());
    expect(await open.run('sleep 61 & echo started; exit 6', limits)).toMatchObject({
      exitCode: 6,
      stdout: Buffer.from('started\n'),
    });
  });

  it('times out, and the next one runs', async () => {
    const open = await session(await sshServer());
    expect(
      await sshRejection(open.run('sleep 61', { timeoutMs: 300, maxBytes: 1_000 })),
    ).toMatchObject({
      code: 'timeout',
    });
    expect((await open.run('echo still here', limits)).stdout.toString()).toBe('still here\n');
  });

  it('is killed on timeout, with all child processes', async () => {
    const open = await session(await sshServer());
    const abort = new AbortController();
    const onStderr = (): void => {
      abort.abort();
    };
    const error = await sshRejection(
      open.run(`trap '' TERM; sleep 61 & echo $$ $! >&2; wait`, {
        timeoutMs: 60_000,
        maxBytes: 1_000,
        signal: abort.signal,
        onStderr,
      }),
    );
    expect(error.code).toBe('aborted');
    const pids = (error.evidence.stderr ?? '').split(' ').map(Number);
    expect(pids).toHaveLength(2);
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  });

  it('is killed also if it is abandoned before it has started', async () => {
    const server = await sshServer();
    const open = await session(server);
    server.knobs.execDelayMs = 400;
    expect(
      await sshRejection(open.run('sleep 61', { timeoutMs: 100, maxBytes: 1_000 })),
    ).toMatchObject({
      code: 'timeout',
    });
    const left = async (): Promise<string> =>
      (
        await open.run(
          `for p in /proc/[0-9]*; do
            if tr '\\0' ' ' <$p/cmdline 2>/dev/null | grep -q '^sleep 61 ' &&
              tr '\\0' '\\n' <$p/environ | grep -q ${server.sandbox.root}; then echo $p; fi
          done`,
          limits,
        )
      ).stdout.toString();
    await expect.poll(left, { timeout: 30_000 }).toBe('');
  });

  it('rejects at once when the connection is lost', async () => {
    const server = await sshServer();
    const open = await session(server);
    server.knobs.cutInExec = 1;
    expect(
      await sshRejection(open.run('echo go; sleep 60', { timeoutMs: 60_000, maxBytes: 10 })),
    ).toMatchObject({ code: 'connection_lost' });
    expect(await sshRejection(open.run('true', limits))).toMatchObject({ code: 'connection_lost' });
    const another = await session(server);
    server.knobs.cutAtExec = 2;
    await another.run('true', limits);
    expect(await sshRejection(another.run('true', limits))).toMatchObject({
      code: 'connection_lost',
    });
  });

  it('runs beside others on one connection', async () => {
    const open = await session(await sshServer());
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, i) => open.run(`echo ${i}`, limits)),
    );
    expect(results.map((result) => result.stdout.toString())).toEqual(
      Array.from({ length: 8 }, (_, i) => `${i}\n`),
    );
  });
});

describe('SSH upload', () => {
  it('writes the complete file with its mode, replacing an old one', async () => {
    const server = await sshServer();
    const open = await session(server);
    const path = join(server.sandbox.home, `it's a file`);
    writeFileSync(path, 'old');
    const bytes = randomBytes(1_000_000);
    await open.upload(bytes, path, '0750');
    expect(readFileSync(path)).toEqual(bytes);
    expect(statSync(path).mode & 0o7777).toBe(0o750);
    expect(readdirSync(server.sandbox.home)).toEqual([`it's a file`]);
    await open.upload(Buffer.alloc(0), path, '600');
    expect(statSync(path).size).toBe(0);
  }, 60_000); // synced to the disk, which other tests may be writing to

  it('leaves the old file unchanged, and no temporary file, if it is cut at any point', async () => {
    const server = await sshServer();
    const path = join(server.sandbox.home, 'file');
    writeFileSync(path, 'old');
    for (const bytes of [100, 40_000, 150_000]) {
      const open = await session(server);
      server.knobs.cutAtByte = bytes;
      expect(await sshRejection(open.upload(randomBytes(200_000), path, '0644'))).toMatchObject({
        code: 'connection_lost',
      });
      expect(readFileSync(path, 'utf8')).toBe('old');
    }
    await expect.poll(() => readdirSync(server.sandbox.home)).toEqual(['file']);
  });

  it('reports the remote error if the file cannot be written', async () => {
    const server = await sshServer();
    const open = await session(server);
    expect(
      await sshRejection(
        open.upload(Buffer.from('x'), join(server.sandbox.home, 'no', 'folder'), '0644'),
      ),
    ).toMatchObject({
      code: 'upload_failed',
      evidence: { stderr: expect.stringMatching(/no.*folder/i) as string },
    });
    expect(
      await sshRejection(open.upload(Buffer.from('x'), server.sandbox.home, '0644')),
    ).toMatchObject({
      code: 'upload_failed',
      evidence: { stderr: expect.stringContaining('is a directory') as string },
    });
    await expect(open.upload(Buffer.from('x'), 'relative', '0644')).rejects.toThrow(RangeError);
    await expect(open.upload(Buffer.from('x'), '/tmp/x', 'u+x')).rejects.toThrow(RangeError);
  });
});

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
