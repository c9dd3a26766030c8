import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { jsonLineStream } from '../src/logger.js';
import { temporaryFolder } from './support/app.js';

function opened(file: string): number {
  const fd = openSync(file, 'w');
  onTestFinished(() => {
    closeSync(fd);
  });
  return fd;
}

it.runIf(existsSync('/dev/full'))('a log on a full disk fails nobody, however much is said', () => {
  const log = pino(jsonLineStream(opened('/dev/full')));
  for (let i = 0; i < 2000; i += 1)
    expect(() => {
      log.error({ text: 'x'.repeat(1000) }, 'again');
    }).not.toThrow();
});

it('lines are written at once, each whole', () => {
  const file = join(temporaryFolder(), 'log');
  writeFileSync(file, '');
  pino({ base: null }, jsonLineStream(opened(file))).warn({ taskId: 7 }, 'told');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ taskId: 7, msg: 'told' });
});
