import type { Api } from '../../api/shapes.js';
import { durationText } from '../../parts/text/duration.js';
import { plural } from '../../parts/text/plural.js';
import { fallbackText } from './schema-fields.js';

type TaskType = Pick<Api<'TaskType'>, 'default_ports' | 'estimates' | 'defaults'>;

const PORTS = 65_535;
const ITEM = /^(\d{1,5})(?:-(\d{1,5}))?$/;

/**
 * Returns how many ports a list of ports and ranges has; null: it is not understood.
 * @internal
 */
export function countPorts(text: string): number | null {
  const ports = new Set<number>();
  for (const item of text.split(/[\s,;]+/).filter((part) => part !== '')) {
    const [, first = '', last = first] = ITEM.exec(item) ?? [];
    if (first === '' || Number(last) > PORTS || Number(first) > Number(last)) return null;
    for (let port = Number(first); port <= Number(last); port++) ports.add(port);
  }
  return ports.size;
}

/**
 * Returns how long the ports of one host take, as `1,000 ports, about 1 s to 4 s a host`. The longer time is that of a
 * host that answers nothing. null: it is not known.
 * @param ports as typed; empty: the default ports
 * @param speed empty: the default
 */
export function estimateText(type: TaskType, ports: string, speed: string): string | null {
  const { default_ports: defaults, estimates } = type;
  const wanted = speed === '' ? fallbackText(type.defaults?.speed) : speed;
  const pace = estimates.find((estimate) => estimate.speed === wanted);
  const count = ports.trim() === '' ? (defaults?.count ?? null) : countPorts(ports);
  if (!pace || count === null) return null;
  const seconds = (perSecond: number): number => Math.max(1, Math.round(count / perSecond));
  const quick = durationText(seconds(pace.ports_per_second));
  const slow = durationText(seconds(pace.silent_ports_per_second));
  const range = quick === slow ? quick : `${quick} to ${slow}`;
  return `${plural(count, 'port')}, about ${range} a host`;
}
