import type { Fact } from '../facts.js';

type FactAtPort = Pick<Fact, 'port' | 'transport' | 'basis'>;

/**
 * Returns the name of the program at a port: as service detection named it, else as the data does (`f5:nginx`); null:
 * not known.
 */
export function programOf({ basis: { program, source } }: Pick<Fact, 'basis'>): string | null {
  if (program !== undefined) return program;
  return source === null ? null : source.slice(source.indexOf(':') + 1).replaceAll('_', ' ');
}

/** Whether a finding is about the program of a package, and not about the package of a distribution. */
export const isUpstream = ({ basis }: Pick<Fact, 'basis'>): boolean =>
  basis.scope?.startsWith('cpe:') === true;

/** Returns a program and its ports: `nginx (80/tcp, 443/tcp)`. @param facts of one program, at least one */
export function programAt(facts: readonly FactAtPort[]): string {
  const [first] = facts;
  return `${(first && programOf(first)) ?? 'the service'} (${portsOf(facts).map(portText).join(', ')})`;
}

/** Returns the ports of facts, each once, the lowest first. */
export function portsOf(facts: readonly FactAtPort[]): FoundPort[] {
  const ports = new Map<string, FoundPort>();
  for (const { port, transport } of facts)
    if (port !== null && transport !== null)
      ports.set(portText({ port, transport }), { port, transport });
  return [...ports.values()].sort(
    (a, b) => a.port - b.port || (a.transport < b.transport ? -1 : 1),
  );
}

/** A port that a finding is at. */
export interface FoundPort {
  port: number;
  transport: 'tcp' | 'udp';
}

const portText = ({ port, transport }: FoundPort): string => `${port}/${transport}`;
