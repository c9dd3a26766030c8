import { countText } from './plural.js';

/** The last scan of the ports of a host. Null in its fields: its task was deleted, or scanned a former address. */
export interface LastScan {
  at: number | null;
  /** such as `22,80-82` */
  ports: string | null;
}

const ALL_PORTS = 65_535;

/**
 * Returns what it means that no open port of a host is known. `hasMore`: another scan can find one in ports that were
 * not scanned.
 * @param scan null: the ports were never scanned
 */
export function scanWords(scan: LastScan | null): {
  title: string;
  words: string;
  hasMore: boolean;
} {
  if (scan === null)
    return {
      title: 'The ports were never scanned',
      words: 'Whether one is open is not known.',
      hasMore: true,
    };
  if (scan.ports === null)
    return {
      title: 'No open port is known',
      words: 'The ports were scanned by a task that was deleted, or at a former address.',
      hasMore: true,
    };
  const count = countPorts(scan.ports);
  if (count >= ALL_PORTS)
    return { title: 'No port is open', words: 'All TCP ports were scanned.', hasMore: false };
  const were = count === 1 ? 'was' : 'were';
  const words = `${countText(count)} of ${countText(ALL_PORTS)} TCP ports ${were} scanned: others may be open.`;
  return { title: 'No scanned port is open', words, hasMore: true };
}

/** Returns how many ports a text such as `22,80-82` has. */
function countPorts(text: string): number {
  const runs = text.split(',').filter((run) => run !== '');
  return runs.reduce((sum, run) => {
    const [from = '', to = from] = run.split('-');
    return sum + Number(to) - Number(from) + 1;
  }, 0);
}
