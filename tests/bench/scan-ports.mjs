// 65,535 ports on 127.0.0.1: nmap -sT -T4, a plain C epoll loop and our scanner alternate, five
// rounds.
import { fork } from 'node:child_process';
import {
  epollScan,
  has,
  longestStall,
  median,
  nmap,
  ours,
  range,
  sum,
  table,
  timed,
} from './scan-support.mjs';

const ROUNDS = 5;
const listeners = fork(
  new URL('../lab/quiet-listeners.mjs', import.meta.url),
  ['21003', '21903', '100', '127.0.0.1'],
  { silent: true },
);
await new Promise((resolve) => listeners.stdout.once('data', resolve));
const scanner = ours('4');
const ports = range(1, 65_535);
const contenders = [
  {
    name: 'ours',
    run: async () => {
      const { value, stallMs } = await longestStall(() => scanner.scan('127.0.0.1', ports));
      stalls.push(stallMs);
      return value.open;
    },
  },
];
const stalls = [];
const plain = epollScan();
if (plain) contenders.push({ name: 'C epoll loop', run: () => plain('127.0.0.1', 1, 65_535) });
if (has('nmap'))
  contenders.push({
    name: 'nmap -sT -T4',
    run: () => nmap(['-sT', '-T4', '-p-', '127.0.0.1']).get('127.0.0.1') ?? [],
  });
const times = contenders.map(() => []);
const found = contenders.map(() => []);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [i, contender] of contenders.entries()) {
    const { ms, value } = await timed(contender.run);
    times[i].push(ms);
    found[i].push(value);
  }
}
const mine = sum(times[0]);
// Ports found in all five rounds of a scanner: other programs of this machine open and close ports
// meanwhile.
const steady = found.map((lists) =>
  lists[0].filter((port) => lists.every((list) => list.includes(port))),
);
const ever = new Set(found.slice(1).flat(2));
table(
  `65,535 ports on 127.0.0.1 (${await scanner.kind()}), ${ROUNDS} rounds in turns`,
  contenders.map(({ name }, i) => ({
    who: name,
    'sum ms': sum(times[i]).toFixed(0),
    'median ms': median(times[i]).toFixed(0),
    'ours / it': (mine / sum(times[i])).toFixed(2),
    'always open': steady[i].length,
    'missed by us': steady[i].filter((port) => !steady[0].includes(port)).length,
    'only ours': i === 0 ? '-' : found[0].flat().filter((port) => !ever.has(port)).length,
  })),
);
console.log(`longest stall of the main thread meanwhile: ${Math.max(...stalls).toFixed(1)} ms`);
await scanner.close();
listeners.kill();
