// Packet loss: 200 open ports among 3,384, with 1 % and 5 % of the packets dropped in each
// direction. Needs root and network namespaces.
import { execFileSync } from 'node:child_process';
import { has, nmap, ours, range, sum, table, timed } from './scan-support.mjs';

const ROUNDS = 5;
const OPEN = 200;
const net = new URL('../lab/silent-net.sh', import.meta.url).pathname;
execFileSync(net, ['up'], { stdio: 'inherit' });
const ports = range(2000, 5383);
const rows = [];
for (const [loss, ip] of [
  ['1 %', '10.79.0.21'],
  ['5 %', '10.79.0.25'],
]) {
  const scanner = ours('4');
  const contenders = [
    ['ours', async () => (await scanner.scan(ip, ports)).open],
    ...(has('nmap')
      ? [['nmap -Pn -sT -T4', () => nmap(['-Pn', '-sT', '-T4', '-p2000-5383', ip]).get(ip) ?? []]]
      : []),
  ];
  const results = contenders.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [i, [, run]] of contenders.entries()) {
      const { ms, value } = await timed(run);
      results[i].push({
        ms,
        found: value.filter((port) => (port - 2000) % 17 === 0).length,
        wrong: value.filter((port) => (port - 2000) % 17 !== 0).length,
      });
    }
  }
  for (const [i, [who]] of contenders.entries()) {
    const got = results[i];
    rows.push({
      'who, loss each way': `${who}, ${loss}`,
      recall: (sum(got.map((r) => r.found)) / (OPEN * ROUNDS)).toFixed(4),
      'false opens': sum(got.map((r) => r.wrong)),
      'sum ms': sum(got.map((r) => r.ms)).toFixed(0),
      'ours / it': (sum(results[0].map((r) => r.ms)) / sum(got.map((r) => r.ms))).toFixed(2),
    });
  }
  await scanner.close();
}
table(`Recall with lost packets: ${OPEN} open ports, ${ROUNDS} rounds in turns`, rows);
execFileSync(net, ['down']);
