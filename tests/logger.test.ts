import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { jsonLogStream } from '../src/logger.js';
import { temporaryFolder } from './support/app.js';

function open(file: string): number {
  const fd = openSync(file, 'w');
  onTestFinished(() => {
    closeSync(fd);
  });
  return fd;
}

it.runIf(existsSync('/dev/full'))(
  'does not throw when log lines cannot be written to a full disk',
  () => {
    const log = pino(jsonLogStream(open('/dev/full')));
    for (let i = 0; i < 2000; i += 1)
      expect(() => {
        log.error({ text: 'x'.repeat(1000) }, 'again');
      }).not.toThrow();
  },
);

it('writes each log line at once and completely', () => {
  const file = join(temporaryFolder(), 'log');
  writeFileSync(file, '');
  pino({ base: null }, jsonLogStream(open(file))).warn({ taskId: 7 }, 'started');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ taskId: 7, msg: 'started' });
});
