import { buildApp } from '../../app.js';
import type { Config } from '../../config.js';
import { createContext } from '../../create-context.js';
import { parseJson } from '../../platform/http/http-client.js';
import { createLogger } from '../../service.js';
import { newTokenText } from '../../tokens/tokens.js';
import { modifiedHeader, USER_AGENT } from './client.http.js';
import type { Client } from './types.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Opens the service inside this process, on its data directory, without listening. A user who may write to
 * the directory is its administrator: a temporary token suffices. Schedules do not fire, and no task runs
 * before `resumeTasks`. Hosts whose findings are outdated, such as after an upgrade, are matched again
 * first. Throws ConfigError or DataDirInUseError.
 */
export async function localClient(config: Config): Promise<Client> {
  const token = newTokenText();
  const log = createLogger({ LOG_LEVEL: config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL });
  const ctx = await createContext({ ...config, API_TOKEN: token, RATE_LIMIT_PER_MINUTE: 0 }, log, {
    isLocal: true,
  });
  try {
    const app = await buildApp(ctx);
    await app.ready();
    await ctx.vulnerabilities.rematchFleet().catch((err: unknown) => {
      log.error({ err }, 'fleet re-evaluation failed'); // the previous findings are kept
    });
    const headers = { authorization: `Bearer ${token}`, 'user-agent': USER_AGENT };
    return {
      async request(method, path, body) {
        const response = await app.inject({
          method: method as Method,
          url: path,
          headers,
          ...(body !== undefined && { payload: body as object }),
        });
        return {
          status: response.statusCode,
          body: parseJson(response.body),
          text: response.body,
          headers: response.headers,
        };
      },
      async upload(method, path, body, modified) {
        const response = await app.inject({
          method: method as Method,
          url: path,
          headers: {
            ...headers,
            'content-type': 'application/octet-stream',
            ...modifiedHeader(modified),
          },
          payload: body,
        });
        return { status: response.statusCode, body: parseJson(response.body) };
      },
      resumeTasks: () => ctx.engine.resume(),
      async close() {
        await app.close();
        await ctx.close();
      },
    };
  } catch (error) {
    await ctx.close();
    throw error;
  }
}
