// Fills a small data directory with the service of dist/ and packs it, so that later versions test their upgrade:
// node scripts/version-fixture.mjs tests/fixtures/versions/0.2.0. Run it on the commit of a release, after `npm run
// build`. Scans 127.0.0.1 only, and fetches nothing.
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { packTar } from 'modern-tar/fs';
import { call, startService, TOKEN } from '../tests/chaos/support/service.mjs';

const FILES = ['hostwarden.db', 'knowledge.db', 'encryption.key', 'admin-token', 'feeds'];
const FEED = 'tests/fixtures/feeds/osv-debian/DSA-5931-1.json';
const OS = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n';

const BANNER = 'SSH-2.0-OpenSSH_9.2p1\r\n';

const target = resolve(process.argv[2]);
const dir = mkdtempSync(join(tmpdir(), 'hostwarden-fixture-'));

/** Returns the sections of a report of a host with one package of Debian 12. */
function report(version) {
  const dpkg = `systemd\t${version}\tamd64\tsystemd\t${version}\tii \t120\n`;
  return { sections: { 'os-release': OS, hostname: 'web-1\n', dpkg } };
}

/** Runs a template, and waits until its task has ended. */
async function run(url, template) {
  const { data: task } = await call(url, 'POST', `/api/v1/templates/${template}`);
  for (let status = 'working'; status === 'working';) {
    await new Promise((done) => setTimeout(done, 200));
    ({ status } = (await call(url, 'GET', `/api/v1/tasks/${task.id}`)).data);
  }
}

async function createTemplate(url, name, type, host, params) {
  const body = { name, type, hosts: [host], params, enabled: false };
  return (await call(url, 'POST', '/api/v1/templates/', body)).data.id;
}

async function importFeed(url) {
  const response = await fetch(`${url}/feeds/osv-debian`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: readFileSync(FEED),
  });
  if (!response.ok) throw new Error(await response.text());
}

async function addHost(url, current_ip, hostname) {
  const { data } = await call(url, 'POST', '/hosts', [{ current_ip, hostname }]);
  return data.created[0].id;
}

/** Two hosts, one fixed vulnerability and one that is accepted, a scan before and after a port closed. */
async function fill(url) {
  const first = await addHost(url, '192.0.2.7', 'web-1');
  const second = await addHost(url, '192.0.2.8', 'web-2');
  const local = await addHost(url, '127.0.0.1', 'local');
  await call(url, 'POST', '/groups', { name: 'lab', host_ids: [first, second] });
  const login = { type: 'ssh_password', username: 'root', password: 'not-a-secret' };
  await call(url, 'POST', '/credentials', { name: 'lab', ...login });
  await importFeed(url);
  for (const host of [first, second])
    await call(url, 'PUT', `/hosts/${host}/inventory`, report('252.36-1~deb12u1'));
  const acceptance = { vulnerability_id: 'CVE-2025-4598', host_id: second };
  await call(url, 'POST', '/acceptances', { ...acceptance, reason: 'core dumps are off' });
  const imported = await createTemplate(url, 'nightly', 'inventory', first, { imported: true });
  await run(url, imported);
  await call(url, 'PUT', `/hosts/${first}/inventory`, report('252.38-1~deb12u1'));
  await run(url, imported);
  const banner = createServer((socket) =>
    socket.on('error', () => {}).end(BANNER, () => socket.destroy()),
  );
  await new Promise((done) => banner.listen(0, '127.0.0.1', done));
  const ports = { ports: [String(banner.address().port)], speed: '5' };
  const scan = await createTemplate(url, 'scan', 'pentest', local, ports);
  await run(url, scan);
  banner.close();
  await run(url, scan);
}

const { child, url, exited } = await startService(dir);
try {
  await fill(url);
} finally {
  child.kill('SIGTERM');
  await exited;
}
const sources = FILES.map((file) => ({ type: 'file', source: join(dir, file), target: file }));
sources.splice(-1, 1, { type: 'directory', source: join(dir, 'feeds'), target: 'feeds' });
const packed = join(target, 'data.tar.gz');
await pipeline(packTar(sources), createGzip({ level: 9 }), createWriteStream(packed));
rmSync(dir, { recursive: true });
console.log(`packed ${packed}`);
