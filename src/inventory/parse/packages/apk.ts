import type { Package, ParsedPackages } from '../../inventory.js';
import { collectPackages, createPackage } from './packages.js';
import { parseBytes, field, lines } from '../text.js';

/**
 * Fields of apk's database that are parsed: package, version, architecture, origin, installed size, the tag of the
 * repository (`@testing` in /etc/apk/repositories), maintainer.
 */
const KEYS = 'PVAoIsm';

/** Fields that a package has once, and that come first in its block: checksum and name. */
const FIRST_KEYS = 'CP';

/**
 * Parses /lib/apk/db/installed: blocks of `letter:value`, separated by empty lines. A block whose empty line was lost
 * starts with the second checksum or name. The size is the installed size. The time in `t` is that of the build, and
 * is not used.
 */
export function parseApk(text: string): ParsedPackages {
  return collectPackages(blocks(text), parseBlock, (block) => field(block.get('P')));
}

type Block = Map<string, string>;

function* blocks(text: string): Generator<Block> {
  let block: Block = new Map();
  for (const line of lines(text)) {
    if (line === '' || startsBlock(block, line)) {
      if (block.size > 0) yield block;
      block = new Map();
    }
    if (line !== '') addField(block, line);
  }
  if (block.size > 0) yield block;
}

function startsBlock(block: Block, line: string): boolean {
  const key = line[0] ?? '';
  return line[1] === ':' && FIRST_KEYS.includes(key) && block.has(key);
}

function addField(block: Block, line: string): void {
  const key = line[0] ?? '';
  if (line[1] === ':' && !block.has(key))
    block.set(key, KEYS.includes(key) ? line.slice(2, 1026) : '');
}

function parseBlock(block: Block): Package | null {
  const name = field(block.get('P'));
  const version = field(block.get('V'));
  if (name === null || version === null) return null;
  return createPackage('apk', name, version, {
    architecture: field(block.get('A')),
    // A package without an origin is its own source.
    source: field(block.get('o')) ?? name,
    source_version: version,
    vendor: vendorOf(block),
    size: parseBytes(block.get('I'), 1),
  });
}

/** Most packages of Alpine have a person as their maintainer: only what shows another repository is kept. */
function vendorOf(block: Block): string | null {
  const tag = field(block.get('s'));
  if (tag !== null) return `repository @${tag}`;
  return /^NGINX Packaging\b/i.test(block.get('m') ?? '') ? 'nginx.org' : null;
}
