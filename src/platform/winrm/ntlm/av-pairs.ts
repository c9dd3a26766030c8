/** One attribute of a server's target information. Source: MS-NLMP 2.2.2.1. */
export interface AvPair {
  id: number;
  value: Buffer;
}

export const AV_ID = { flags: 6, timestamp: 7, targetName: 9, channelBindings: 10 } as const;

const MIC_PROVIDED = 0x2;

/**
 * Parses the pairs up to the end mark; null when the mark is missing or a pair exceeds the data.
 */
export function parseAvPairs(data: Buffer): AvPair[] | null {
  const pairs: AvPair[] = [];
  for (let at = 0; at + 4 <= data.length;) {
    const id = data.readUInt16LE(at);
    const end = at + 4 + data.readUInt16LE(at + 2);
    if (id === 0) return pairs;
    pairs.push({ id, value: data.subarray(at + 4, end) });
    at = end; // beyond the last byte when the pair exceeds the data: then no end mark follows
  }
  return null;
}

/** Wire form, including the end mark. */
export function serializeAvPairs(pairs: readonly AvPair[]): Buffer {
  return Buffer.concat(
    [...pairs, { id: 0, value: Buffer.alloc(0) }].map(({ id, value }) => {
      const head = Buffer.alloc(4);
      head.writeUInt16LE(id, 0);
      head.writeUInt16LE(value.length, 2);
      return Buffer.concat([head, value]);
    }),
  );
}

/**
 * The client's pairs: those of the server, the flag that a MIC is present, the channel bindings (16
 * zero bytes: none) and the target service. Source: MS-NLMP 3.1.5.1.2.
 */
export function clientAvPairs(
  server: readonly AvPair[],
  options: { channelBindings: Buffer; targetName: string },
): AvPair[] {
  const flags = Buffer.alloc(4);
  const serverFlags = server.find(({ id }) => id === AV_ID.flags)?.value;
  flags.writeUInt32LE(
    ((serverFlags?.length === 4 ? serverFlags.readUInt32LE(0) : 0) | MIC_PROVIDED) >>> 0,
    0,
  );
  const ours: AvPair[] = [
    { id: AV_ID.flags, value: flags },
    { id: AV_ID.channelBindings, value: options.channelBindings },
    { id: AV_ID.targetName, value: Buffer.from(options.targetName, 'utf16le') },
  ];
  return [...server.filter(({ id }) => !ours.some((pair) => pair.id === id)), ...ours];
}
