/** Ports, to be asked for one by one. */
export interface PortSet {
  has(port: number): boolean;
}

/** Reads ports as tasks store them: `22,80,1000-1999`. What is no port is passed over. */
export function readPortSet(text: string): PortSet {
  const bits = new Uint8Array(65_536);
  for (const item of text === '' ? [] : text.split(',')) {
    const [from = NaN, to = from] = item.split('-').map(Number);
    if (from >= 0 && to <= 65_535) bits.fill(1, from, to + 1);
  }
  return { has: (port) => bits[port] === 1 };
}

/** The same, each text read once. */
export function createPortSets(): (text: string) => PortSet {
  const known = new Map<string, PortSet>();
  return (text) => {
    let set = known.get(text);
    if (!set) {
      if (known.size > 200) known.clear(); // 64 KiB each; a chain has few
      known.set(text, (set = readPortSet(text)));
    }
    return set;
  };
}
