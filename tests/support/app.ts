import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { OperationOverrides } from '../../src/agents/operations/create-operations.js';
import { readConfig } from '../../src/config.js';
import type { Clock } from '../../src/platform/clock.js';
import type { FeedName } from '../../src/knowledge/records.js';
import { AT_ONCE } from '../../src/platform/http/download.js';
import { openService, type RunningService } from '../../src/service.js';
import {
  isInRanges,
  parseAddressRange,
  type AddressRange,
} from '../../src/pentest/address-ranges.js';
import type { HostResult, TaskType } from '../../src/tasks/task-type.js';
import { migrated } from './migrated.js';

export const ADMIN = 'test-admin-token-0123456789';

/** Returns a clock that does not advance until time passes (`advance`) or it is set to another time (`set`). */
export function heldClock(
  start = 1_790_000_000,
): Clock & { set(now: number): void; advance(seconds: number): void } {
  let now = start;
  let passed = 0; // seconds
  return {
    now: () => now,
    monotonicMs: () => performance.now() + passed * 1000,
    set: (t) => {
      now = t;
    },
    advance: (s) => {
      now += s;
      passed += s;
    },
  };
}

/** Returns the address ranges of the params of a task. */
export const parseRanges = (texts: readonly string[]): AddressRange[] =>
  texts.map(parseAddressRange).filter((range) => range !== null);

/** Returns a task type whose hosts have the results of `answer`. */
export function fakeType(
  answer: (ip: string) => Promise<HostResult> | HostResult = () => ({
    outcome: 'done',
    reason: null,
    detail: null,
    scan: { services: [], scanned_ports: [22] },
  }),
): TaskType {
  return {
    name: 'pentest',
    params: z.union([
      z.null(),
      z.strictObject({
        ports: z.array(z.string()).optional(),
        speed: z.enum(['1', '2', '3', '4', '5']).optional(),
        ranges: z.array(z.string()).optional(),
      }),
    ]),
    hostConcurrency: () => 16,
    run: async (host, { params }) => {
      const { ranges = [] } = (params ?? {}) as { ranges?: string[] };
      const result = await answer(host.ip);
      return isInRanges(host.ip, parseRanges(ranges)) ? { ...result, is_in_range: true } : result;
    },
  };
}

/** Creates a temporary folder; it is removed after the test. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'hostwarden-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export interface TestResponse {
  status: number;
  type: string;
  body: unknown;
  headers: Record<string, unknown>;
  text: string;
}
interface CallOptions {
  token?: string | null;
  headers?: Record<string, string>;
  /** of the client; repeated failed logins of one address are slowed down */
  address?: string;
}
export interface TestApp extends RunningService {
  dir: string;
  clock: ReturnType<typeof heldClock>;
  call: (
    method: string,
    url: string,
    body?: unknown,
    options?: CallOptions,
  ) => Promise<TestResponse>;
}

/** Waits between two attempts of a download take no time. */
const PACE = { ...AT_ONCE, wait: async () => undefined, random: () => 0.5 };

export interface TestAppOptions {
  env?: Record<string, string>;
  types?: readonly TaskType[];
  dir?: string;
  clock?: ReturnType<typeof heldClock>;
  feedAddress?: (feed: FeedName) => string;
  log?: Logger;
  consoleFolder?: URL;
  program?: string;
  operations?: OperationOverrides;
}

/**
 * Opens the real service in this process, on its own data directory, with a held clock and a fake task
 * type. It is closed after the test.
 */
export async function testApp({
  env = {},
  types = [fakeType()],
  dir = temporaryFolder(),
  clock = heldClock(),
  feedAddress = env.FEED_MIRROR === undefined ? (feed) => `http://127.0.0.1:1/${feed}` : undefined,
  log = pino({ level: 'silent' }),
  consoleFolder,
  program,
  operations,
}: TestAppOptions = {}): Promise<TestApp> {
  const config = readConfig(
    {},
    {
      env: { API_TOKEN: ADMIN, RATE_LIMIT_PER_MINUTE: '0', ...env, DATA_DIR: dir },
      cwd: dir,
      uid: 1000,
    },
  );
  await migrated('database', join(dir, 'hostwarden.db'));
  await migrated('knowledge', join(dir, 'knowledge.db'));
  const service = await openService(config, log, {
    clock,
    taskTypes: types,
    ...(feedAddress && { feedAddress }),
    feedPace: PACE,
    ...(consoleFolder && { consoleFolder }),
    ...(program !== undefined && { program }),
    ...(operations && { operations }),
  });
  onTestFinished(() => service.close());
  return {
    ...service,
    dir,
    clock,
    call: (method, url, body, options) => call(service, method, url, body, options),
  };
}

async function call(
  { app }: RunningService,
  method: string,
  url: string,
  body: unknown,
  { token = ADMIN, headers = {}, address }: CallOptions = {},
): Promise<TestResponse> {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
  const response = await app.inject({
    method: method as 'GET',
    url,
    ...(address !== undefined && { remoteAddress: address }),
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: isRaw ? body : JSON.stringify(body) }),
  });
  const type = String(response.headers['content-type'] ?? '');
  const isJson = type.includes('json');
  return {
    status: response.statusCode,
    type,
    body: isJson && response.body !== '' ? response.json<unknown>() : undefined,
    headers: response.headers,
    text: response.body,
  };
}
