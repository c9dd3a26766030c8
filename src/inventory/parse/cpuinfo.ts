import type { Parsed } from '../inventory.js';
import { armCore } from './arm-cores.js';
import { field, lines, parseWholeNumber } from './text.js';

/** `cores`: logical processors. `name`: the model. */
export interface Cpu {
  cores: number | null;
  name: string | null;
}

/** Keys of the model name, by preference: x86 and loongarch, ppc, mips, riscv, old arm, boards, s390. */
const NAME_KEYS = [
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

/** Parses /proc/cpuinfo of any architecture. */
export function parseCpuinfo(text: string): Parsed<Cpu | null> {
  const first = new Map<string, string>();
  let cores = 0;
  let left = MAX_LINES;
  for (const line of lines(text)) {
    if (left === 0) break;
    left -= 1;
    const colon = line.indexOf(':');
    if (colon === -1 || colon > 64) continue;
    const key = line.slice(0, colon).trim();
    if (/^(?:processor|processor \d{1,5})$/.test(key)) cores += 1;
    if (!first.has(key) && first.size < 200) first.set(key, line.slice(colon + 1));
  }
  const value = {
    cores: cores > 0 ? cores : parseWholeNumber(first.get('# processors')),
    name: cpuName(first),
  };
  const isEmpty = value.cores === null && value.name === null;
  return isEmpty ? { value: null, warnings: ['no processor'] } : { value, warnings: [] };
}

function cpuName(first: ReadonlyMap<string, string>): string | null {
  const machine = /machine = (\w{1,10})/.exec(first.get('processor 0') ?? '')?.[1];
  if (machine !== undefined) return `${field(first.get('vendor_id')) ?? 'IBM/S390'} ${machine}`;
  for (const key of NAME_KEYS) {
    const name = field(first.get(key)?.replace(/\s+/g, ' '));
    // Some virtual machines report `unknown` or a number instead of a name.
    if (name !== null && name !== 'unknown' && !/^\d+$/.test(name)) return name;
  }
  return armCore(field(first.get('CPU implementer')), field(first.get('CPU part')));
}
