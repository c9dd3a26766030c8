// Silence: one host with 1,000 filtered ports, and 254 unused addresses. Needs root and network
// namespaces. nmap takes about 5 minutes.
import { execFileSync } from 'node:child_process';
import { has, median, nmap, ours, range, table, timed } from './scan-support.mjs';

const net = new URL('../lab/silent-net.sh', import.meta.url).pathname;
execFileSync(net, ['up'], { stdio: 'inherit' });
const rounds = Number(process.env.BENCH_NMAP_ROUNDS ?? 1);
const peer = async (args) =>
  has('nmap') ? median(await each(rounds, async () => (await timed(() => nmap(args))).ms)) : NaN;
const each = async (times, work) => {
  const all = [];
  for (let i = 0; i < times; i += 1) all.push(await work());
  return all;
};
const ports = range(1, 1000);
const hosts = range(1, 254).map((i) => `10.79.2.${i}`);
const rows = [];
const peers = {
  one: await peer(['-Pn', '-sT', '-T4', '-p1-1000', '10.79.0.12']),
  many: await peer(['10.79.2.1-254']),
};
for (const speed of ['3', '4']) {
  const scanner = ours(speed);
  await scanner.kind();
  const one = median(
    await each(5, async () => (await timed(() => scanner.scan('10.79.0.12', ports))).ms),
  );
  const many = median(
    await each(
      5,
      async () =>
        (
          await timed(() =>
            Promise.all(hosts.map((ip) => scanner.discover(ip, ports.slice(0, 100)))),
          )
        ).ms,
    ),
  );
  rows.push({
    what: `1 silent host, 1,000 ports, speed ${speed}`,
    'ours ms': one.toFixed(0),
    'nmap ms': peers.one?.toFixed(0) ?? '-',
    'ours / it': (one / peers.one).toFixed(3),
  });
  rows.push({
    what: `254 silent addresses, speed ${speed}`,
    'ours ms': many.toFixed(0),
    'nmap ms': peers.many?.toFixed(0) ?? '-',
    'ours / it': (many / peers.many).toFixed(3),
  });
  await scanner.close();
}
table(`Silence (ours: medians of 5; nmap -Pn -sT -T4 and nmap's default: ${rounds} round)`, rows);
execFileSync(net, ['down']);
