// Generated feeds for benchmarks, in the form of AlmaLinux records (an advisory with many packages of one build).
import { crc32, deflateRawSync } from 'node:zlib';
import { openArchive } from '../../build/feeds/archives/open-archive.js';

/**
 * Returns a zip of `records` advisories with `perRecord` packages each. `changed`: every record of that distance has
 * another fixed version.
 */
export function almaZip(records, perRecord, changed = 0) {
  const files = Array.from({ length: records }, (_, i) => {
    const release = changed && i % changed === 0 ? 2 : 1;
    const affected = Array.from({ length: perRecord }, (_, p) => ({
      package: {
        ecosystem: `AlmaLinux:${8 + (i % 2)}`,
        name: `package-${i % 700}-part-${p}`,
        purl: `pkg:rpm/almalinux/package-${i % 700}-part-${p}`,
      },
      ranges: [
        {
          type: 'ECOSYSTEM',
          events: [
            { introduced: '0' },
            { fixed: `${1 + (i % 9)}.${i % 40}.${i % 17}-${release}.el${8 + (i % 2)}_${i % 10}` },
          ],
        },
      ],
    }));
    const id = `ALSA-2026:${1000 + i}`;
    return [
      `${id}.json`,
      JSON.stringify({
        id,
        modified: '2026-01-01T00:00:00Z',
        published: '2026-01-01T00:00:00Z',
        related: [`CVE-2026-${1000 + i}`, `CVE-2026-${50_000 + i}`],
        summary: `Important: package-${i % 700} security update`,
        details: 'A flaw was found. '.repeat(60),
        affected,
        references: [{ type: 'ADVISORY', url: `https://errata.almalinux.org/8/${id}.html` }],
      }),
    ];
  });
  return zip(files);
}

/**
 * Returns a zip of the records of a publisher's zip, `times` times, each time with different ids (ALSA-2024:1 becomes
 * ALSA-2034:1): the same records at the size of a larger feed.
 */
export async function repeatRecords(path, times) {
  const files = [];
  for await (const { path: name, text } of openArchive(path, (member) =>
    member.endsWith('.json'),
  )) {
    const chunks = [];
    for await (const chunk of text) chunks.push(chunk);
    const whole = chunks.join('');
    const { id } = JSON.parse(whole);
    for (let n = 0; n < times; n += 1)
      files.push([
        `${n}-${name}`,
        whole.replaceAll(
          id,
          id.replace(/-(\d{4}):/, (_, year) => `-${Number(year) + 10 * n}:`),
        ),
      ]);
  }
  return zip(files);
}

function zip(files) {
  const locals = [];
  const directory = [];
  let offset = 0;
  for (const [name, text] of files) {
    const plain = Buffer.from(text);
    const path = Buffer.from(name);
    const compressed = deflateRawSync(plain, { level: 1 });
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(plain), 10);
    head.writeUInt32LE(compressed.length, 14);
    head.writeUInt32LE(plain.length, 18);
    head.writeUInt16LE(path.length, 22);
    const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, Buffer.alloc(14), path]);
    entry.writeUInt32LE(offset, 42);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, path, compressed]);
    locals.push(local);
    directory.push(entry);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, e) => sum + e.length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}
