// 254 addresses x 100 ports, all answering (127.0.1.1 to 127.0.1.254): nmap -sT -T4 and our scanner
// alternate, five rounds.
import { has, median, nmap, ours, range, sum, table, timed } from './scan-support.mjs';

const ROUNDS = 5;
const scanner = ours('4');
const hosts = range(1, 254).map((i) => `127.0.1.${i}`);
const ports = range(1, 100);
await scanner.kind();
const work = async () => {
  const alive = await Promise.all(
    hosts.map(async (ip) => ({ ip, ...(await scanner.discover(ip, ports)) })),
  );
  return Promise.all(alive.filter((host) => host.alive).map(({ ip }) => scanner.scan(ip, ports)));
};
const rows = [
  { who: 'ours', times: [], hosts: 0 },
  ...(has('nmap') ? [{ who: 'nmap -sT -T4', times: [], hosts: 0 }] : []),
];
for (let round = 0; round < ROUNDS; round += 1) {
  for (const row of rows) {
    const { ms, value } = await timed(() =>
      row.who === 'ours' ? work() : nmap(['-sT', '-T4', '-p1-100', '127.0.1.1-254']),
    );
    row.times.push(ms);
    row.hosts =
      row.who === 'ours'
        ? value.filter((r) => r.open.length + r.closed === 100).length
        : value.size;
  }
}
table(
  `254 hosts x 100 ports, all answering, discovery included (${await scanner.kind()}), ${ROUNDS} rounds in turns`,
  rows.map((row) => ({
    who: row.who,
    'sum ms': sum(row.times).toFixed(0),
    'median ms': median(row.times).toFixed(0),
    'ours / it': (sum(rows[0].times) / sum(row.times)).toFixed(2),
    hosts: row.hosts,
  })),
);
await scanner.close();
