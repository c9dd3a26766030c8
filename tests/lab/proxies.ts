import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/app.js';

/** How a proxy serves the service. */
export interface ProxySetting {
  /** the prefix of its URLs; empty: at the root */
  prefix: string;
  /** leaves the prefix in URLs */
  isKept?: boolean;
  hasTls?: boolean;
  /** nginx: sends the address of the service as Host, as it does by default */
  hasOwnHost?: boolean;
}

export const PROXIES = ['nginx', 'caddy'] as const;
export type ProxyName = (typeof PROXIES)[number];

/** Returns whether a program of this name is installed. */
export function isInstalled(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Returns the example for a proxy in docs/console.md. */
function exampleFor(name: ProxyName): string {
  const docs = readFileSync(new URL('../../docs/console.md', import.meta.url), 'utf8');
  const [, text] = new RegExp(`\`\`\`${name}\n([^\`]+)\`\`\``).exec(docs) ?? [];
  if (text === undefined) throw new Error(`docs/console.md has no example for ${name}`);
  return text;
}

const CERTIFICATE = ['cert', 'key'].map((name) =>
  fileURLToPath(new URL(`../fixtures/tls/${name}.pem`, import.meta.url)),
);

/** Returns the example as a whole configuration, for this port and setting. */
function configurationOf(
  name: ProxyName,
  { prefix, isKept = false, hasTls = false, hasOwnHost = false }: ProxySetting,
  ports: { own: number; service: number },
): string {
  const example = exampleFor(name).replace('127.0.0.1:8700', `127.0.0.1:${ports.service}`);
  const [cert = '', key = ''] = CERTIFICATE;
  if (name === 'caddy') {
    const handle = isKept ? 'handle' : 'handle_path';
    const site = example.replace(
      'handle_path /team/hw/*',
      prefix === '' ? 'handle' : `${handle} ${prefix}/*`,
    );
    const tls = hasTls ? `tls ${cert} ${key}\n` : '';
    const scheme = hasTls ? 'https' : 'http';
    return (
      `{\n  admin off\n  auto_https off\n  default_bind 127.0.0.1\n}\n` +
      `${scheme}://127.0.0.1:${ports.own} {\n${tls}${site}}\n`
    );
  }
  const location = example
    .replace('location /team/hw/', `location ${prefix}/`)
    .replace(/(proxy_pass .*)\/;/, isKept ? '$1;' : '$1/;')
    .replace(hasOwnHost ? /.*\$http_host;\n/ : '', '');
  const tls = hasTls ? `ssl_certificate ${cert};\nssl_certificate_key ${key};\n` : '';
  return (
    'daemon off;\nuser root;\nworker_processes 1;\npid nginx.pid;\nerror_log error.log;\nevents {}\n' +
    'http {\n  access_log off;\n' +
    ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((of) => `  ${of}_temp_path ${of};\n`)
      .join('') +
    `  server {\n  listen 127.0.0.1:${ports.own}${hasTls ? ' ssl' : ''};\n${tls}${location}}\n}\n`
  );
}

/** Returns a port that was free just now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a proxy in front of the service; it ends with the test. Returns its URL with its prefix. */
export async function startProxy(
  name: ProxyName,
  setting: ProxySetting,
  ports: { own: number; service: number },
): Promise<string> {
  const dir = temporaryFolder();
  const file = join(dir, 'proxy.conf');
  writeFileSync(file, configurationOf(name, setting, ports));
  const args =
    name === 'nginx'
      ? ['-p', dir, '-c', file]
      : ['run', '--adapter', 'caddyfile', '--config', file];
  const child = spawn(name, args, {
    cwd: dir,
    env: { ...process.env, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  await waitForPort(ports.own, () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output}`);
  });
  return `${setting.hasTls === true ? 'https' : 'http'}://127.0.0.1:${ports.own}${setting.prefix}`;
}

async function waitForPort(port: number, check: () => void): Promise<void> {
  for (;;) {
    check();
    const isOpen = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      (error: unknown) => !String((error as { cause?: unknown }).cause).includes('ECONNREFUSED'),
    );
    if (isOpen) return;
    await new Promise((next) => {
      setTimeout(next, 50);
    });
  }
}
