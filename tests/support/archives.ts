import { packTar } from 'modern-tar';
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  name: string;
  data: string | Buffer;
  stored?: boolean;
  /** false values for the directory */
  declares?: {
    size?: number;
    crc?: number;
    method?: number;
    flags?: number;
  };
}

/** Returns a zip archive. */
export function zipOf(files: readonly ZipFile[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, stored = false, declares = {} } of files) {
    const plain = Buffer.from(data);
    const path = Buffer.from(name);
    const compressed = stored ? plain : deflateRawSync(plain);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(declares.flags ?? 0, 2);
    head.writeUInt16LE(declares.method ?? (stored ? 0 : 8), 4);
    head.writeUInt32LE(declares.crc ?? crc32(plain), 10);
    head.writeUInt32LE(compressed.length, 14);
    head.writeUInt32LE(declares.size ?? plain.length, 18);
    head.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, path, compressed]);
    const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, Buffer.alloc(14), path]);
    entry.writeUInt32LE(offset, 42);
    locals.push(local);
    directory.push(entry);
    offset += local.length;
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

/** Returns a tar archive. */
export async function tarOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  return Buffer.from(
    await packTar(
      Object.entries(files).map(([name, body]) => ({
        header: { name, size: Buffer.byteLength(body), type: 'file' as const },
        body,
      })),
    ),
  );
}
