import { expect, it, onTestFinished } from 'vitest';
import type { ConnectResult } from '../../../src/platform/scanner/probe-io.js';
import { bindLibc } from '../../../src/platform/scanner/syscalls/libc.js';
import { createSyscallIo } from '../../../src/platform/scanner/syscalls/syscall-io.js';
import { toScanTarget } from '../../../src/platform/scanner/target.js';

const canCall = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);

it.runIf(canCall)(
  'a connection with its own target as local port is never an open port',
  async (context) => {
    const io = createSyscallIo(bindLibc((await import('koffi')).default));
    onTestFinished(() => {
      io.close();
    });
    const target = toScanTarget('127.0.0.1');
    const seen = new Map<ConnectResult | null, number>();
    // Linux increments the local ports of a destination by two: after half the ephemeral range it
    // reaches the destination's own port.
    for (let i = 0; i < 40_000 && !seen.has('again'); i += 1) {
      const verdict = io.start(0, target, 42_424);
      if (verdict === null) io.drop(0);
      seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
    }
    expect([...seen.keys()].filter((verdict) => verdict?.startsWith('open'))).toEqual([]);
    if (!seen.has('again'))
      context.skip('this system gave no connection its own target as local port');
  },
);
