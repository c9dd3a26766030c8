// Shared code of the scan benchmarks: the built scanner, the other scanners, and the table.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const dist = new URL(`${process.env.BENCH_DIST ?? '../../build'}/`, import.meta.url);
if (!existsSync(new URL('platform/scanner/scanner.js', dist)))
  throw new Error('Run "npm run build" first');
const { createPortScanner } = await import(new URL('platform/scanner/scanner.js', dist));
const { paceOf } = await import(new URL('pentest/speeds.js', dist));

export const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
export const median = (numbers) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
export const has = (program) => spawnSync(program, ['--version']).status === 0;

/** Our scanner with everything allowed, and shortcuts for its calls. */
export function ours(speed = '4') {
  const scanner = createPortScanner({ guard: () => null });
  const job = (ip, ports, key = 1) => ({
    fairKey: key,
    ip,
    ports,
    pace: paceOf(speed),
    signal: new AbortController().signal,
  });
  return {
    kind: () => scanner.kind(),
    scan: (ip, ports, key) => scanner.scan(job(ip, ports, key)),
    discover: (ip, ports) => scanner.discover(job(ip, ports)),
    close: () => scanner.close(),
  };
}

export async function timed(work) {
  const start = performance.now();
  const value = await work();
  return { ms: performance.now() - start, value };
}

/** Open ports by address, as found by nmap. */
export function nmap(args) {
  const text = execFileSync('nmap', ['-n', ...args, '-oG', '-'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const found = new Map();
  for (const [, ip, list] of text.matchAll(/^Host: (\S+) .*?Ports: ([^\t\n]*)/gm)) {
    found.set(
      ip,
      [...list.matchAll(/(\d+)\/open\//g)].map((m) => Number(m[1])).sort((a, b) => a - b),
    );
  }
  return found;
}

/** The plain C scanner beside this file, compiled; null without a compiler. */
export function epollScan() {
  if (!has('gcc')) return null;
  const binary = join(mkdtempSync(join(tmpdir(), 'bench-')), 'epoll-scan');
  execFileSync('gcc', ['-O2', '-o', binary, new URL('epoll-scan.c', import.meta.url).pathname]);
  return (ip, first, last) =>
    execFileSync(binary, [ip, String(first), String(last)], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map(Number)
      .sort((a, b) => a - b);
}

/** The longest block of this thread's event loop during `work`, in milliseconds. */
export async function longestStall(work) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const value = await work();
  delay.disable();
  return { value, stallMs: delay.max / 1e6 };
}

/** Prints rows of the same keys as one table. */
export function table(title, rows) {
  const columns = Object.keys(rows[0]);
  const cells = [columns, ...rows.map((row) => columns.map((c) => String(row[c])))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i].length)));
  console.log(`\n${title}`);
  for (const line of cells)
    console.log(
      line
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
        .join('  '),
    );
}
