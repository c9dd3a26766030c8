import type { Package, ParsedPackages } from '../../inventory.js';
import { collectPackages, makePackage } from './packages.js';
import { parseBytes, field, lines } from '../text.js';

/** Fields of apk's database that matter here: package, version, architecture, origin, installed size. */
const KEYS = 'PVAoI';

/** Reads /lib/apk/db/installed: blocks of `letter:value`, an empty line between two. The size is what is unpacked; the time in `t` is that of the build, so it is left. */
export function parseApk(text: string): ParsedPackages {
  return collectPackages(blocks(text), readBlock, (block) => field(block.get('P')));
}

type Block = Map<string, string>;

function* blocks(text: string): Generator<Block> {
  let block: Block = new Map();
  for (const line of lines(text)) {
    if (line === '') {
      if (block.size > 0) yield block;
      block = new Map();
    } else keep(block, line);
  }
  if (block.size > 0) yield block;
}

function keep(block: Block, line: string): void {
  const key = line[0] ?? '';
  if (line[1] === ':' && !block.has(key))
    block.set(key, KEYS.includes(key) ? line.slice(2, 1026) : '');
}

function readBlock(block: Block): Package | null {
  const name = field(block.get('P'));
  const version = field(block.get('V'));
  if (name === null || version === null) return null;
  return makePackage('apk', name, version, {
    architecture: field(block.get('A')),
    // A package that names no origin is its own.
    source: field(block.get('o')) ?? name,
    source_version: version,
    size: parseBytes(block.get('I'), 1),
  });
}
