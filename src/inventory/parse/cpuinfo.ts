import type { Parsed } from '../inventory.js';
import { armCore } from './arm-cores.js';
import { field, lines, parseWholeNumber } from './text.js';

/** Processors as the system counts them (threads), and what they are called. */
export interface Cpu {
  cores: number | null;
  name: string | null;
}

/** Where architectures write a name, best first: x86 and loongarch, ppc, mips, riscv, old arm, boards, s390. */
const NAMES = [
  'model name',
  'cpu',
  'cpu model',
  'uarch',
  'Processor',
  'Model',
  'Hardware',
  'machine',
  'vendor_id',
];
const MAX_LINES = 500_000;

/** Reads /proc/cpuinfo of any architecture. */
export function parseCpuinfo(text: string): Parsed<Cpu | null> {
  const first = new Map<string, string>();
  let counted = 0;
  let left = MAX_LINES;
  for (const line of lines(text)) {
    if (left-- === 0) break;
    const colon = line.indexOf(':');
    if (colon === -1 || colon > 64) continue;
    const key = line.slice(0, colon).trim();
    if (/^(?:processor|processor \d{1,5})$/.test(key)) counted += 1;
    if (!first.has(key) && first.size < 200) first.set(key, line.slice(colon + 1));
  }
  const value = {
    cores: counted > 0 ? counted : parseWholeNumber(first.get('# processors')),
    name: cpuName(first),
  };
  const isEmpty = value.cores === null && value.name === null;
  return isEmpty ? { value: null, warnings: ['no processor'] } : { value, warnings: [] };
}

function cpuName(first: ReadonlyMap<string, string>): string | null {
  const machine = /machine = (\w{1,10})/.exec(first.get('processor 0') ?? '')?.[1];
  if (machine !== undefined) return `${field(first.get('vendor_id')) ?? 'IBM/S390'} ${machine}`;
  for (const key of NAMES) {
    const name = field(first.get(key)?.replace(/\s+/g, ' '));
    // Virtual machines of some makers write `unknown` or a bare number where the name should be.
    if (name !== null && name !== 'unknown' && !/^\d+$/.test(name)) return name;
  }
  return armCore(field(first.get('CPU implementer')), field(first.get('CPU part')));
}
