import { buildApp } from '../../app.js';
import type { Config } from '../../config.js';
import { createContext } from '../../create-context.js';
import { parseJson } from '../../platform/http/http-client.js';
import { createLogger } from '../../service.js';
import { newTokenText } from '../../tokens/tokens.js';
import type { Client } from './client.js';
import { modifiedHeader, USER_AGENT } from './client.http.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The service inside this process, on its data folder, without listening. Who may write to the folder is its admin, so that a token of the
 * moment does. Schedules do not fire; with `works` tasks are worked on. Throws ConfigError or DataDirInUseError.
 */
export async function localClient(config: Config, works: boolean): Promise<Client> {
  const token = newTokenText();
  const log = createLogger({ LOG_LEVEL: config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL });
  const ctx = await createContext({ ...config, API_TOKEN: token, RATE_LIMIT_PER_MINUTE: 0 }, log);
  try {
    const app = await buildApp(ctx);
    await app.ready();
    if (works) await ctx.engine.resume();
    const headers = { authorization: `Bearer ${token}`, 'user-agent': USER_AGENT };
    return {
      async request(method, path, body) {
        const answer = await app.inject({
          method: method as Method,
          url: path,
          headers,
          ...(body !== undefined && { payload: body as object }),
        });
        return {
          status: answer.statusCode,
          body: parseJson(answer.body),
          text: answer.body,
          headers: answer.headers,
        };
      },
      async upload(method, path, body, modified) {
        const answer = await app.inject({
          method: method as Method,
          url: path,
          headers: {
            ...headers,
            'content-type': 'application/octet-stream',
            ...modifiedHeader(modified),
          },
          payload: body,
        });
        return { status: answer.statusCode, body: parseJson(answer.body) };
      },
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
