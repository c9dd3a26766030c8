// The service of the kill scripts: the built one, on a data directory that the script makes, with a known token.
import { spawn } from 'node:child_process';

export const TOKEN = 'chaos-token-0123456789';
const main = new URL('../../../dist/main.js', import.meta.url).pathname;

/** Starts the service, by default on a free port. Resolves with {child, url, exited} when it listens; `exited` resolves at its end. */
export async function startService(dir, env = {}, port = 0) {
  const child = spawn(
    process.execPath,
    [main, 'serve', '--data-dir', dir, '--port', String(port)],
    {
      env: {
        ...process.env,
        API_TOKEN: TOKEN,
        LOG_LEVEL: 'warn',
        RATE_LIMIT_PER_MINUTE: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let text = '';
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (d) => {
      text += d;
      const m = /listens on (\S+)/.exec(text);
      if (m) resolve(m[1]);
    });
    child.on('exit', (code) => reject(new Error(`the service ended with ${code}: ${text}`)));
  });
  child.removeAllListeners('exit');
  return { child, url, exited: new Promise((resolve) => child.on('exit', resolve)) };
}

/** Sends a request as an admin. Resolves with the body; rejects, with `answered`, for an error of the service. */
export async function call(url, method, path, body) {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${TOKEN}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok)
    throw Object.assign(new Error(`${method} ${path}: ${response.status} ${text}`), {
      answered: true,
    });
  return text ? JSON.parse(text) : undefined;
}
