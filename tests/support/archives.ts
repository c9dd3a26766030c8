import { packTar } from 'modern-tar';
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  name: string;
  data: string | Buffer;
  stored?: boolean;
  /** what the directory says of it, where that is a lie */ says?: {
    size?: number;
    crc?: number;
    method?: number;
    flags?: number;
  };
}

/** A zip archive. */
export function zipOf(files: readonly ZipFile[]): Buffer {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, data, stored = false, says = {} } of files) {
    const [plain, path] = [Buffer.from(data), Buffer.from(name)];
    const packed = stored ? plain : deflateRawSync(plain);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(says.flags ?? 0, 2);
    head.writeUInt16LE(says.method ?? (stored ? 0 : 8), 4);
    head.writeUInt32LE(says.crc ?? crc32(plain), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(says.size ?? plain.length, 18);
    head.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, path, packed]);
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

/** A tar archive. */
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
