import { SEVERITIES } from '../../knowledge/records.js';
import { countText } from './text/plural.js';

/** Severities, worst first. */
export type SeverityName = (typeof SEVERITIES)[number];

/** A severity: by word and color. */
export function Severity({ value }: { value: SeverityName }) {
  return <span class={`severity ${value}`}>{value}</span>;
}

interface SeverityCountsProps {
  counts: Readonly<Record<SeverityName, number>>;
  /** instead of no count at all */
  none?: string;
  /** Returns the address of the list behind a count; absent: no links. */
  hrefOf?: (name: SeverityName) => string;
}

/** Counts by severity, worst first, without zeros: `2 critical 12 high`. */
export function SeverityCounts({ counts, none = 'none', hrefOf }: SeverityCountsProps) {
  const shown = SEVERITIES.filter((name) => counts[name] > 0);
  if (shown.length === 0) return <span class="muted">{none}</span>;
  return (
    <span class="severities">
      {shown.map((name) => {
        const text = `${countText(counts[name])} ${name}`;
        if (!hrefOf)
          return (
            <span key={name} class={`severity ${name}`}>
              {text}
            </span>
          );
        return (
          <a key={name} class={`severity ${name}`} href={hrefOf(name)}>
            {text}
          </a>
        );
      })}
    </span>
  );
}

/** The severities that a stack shows, in its order: the colors of a picture in words. */
export function StackLegend() {
  return (
    <span class="severities">
      From bottom to top:{' '}
      {SEVERITIES.map((name, i) => (
        <span key={name}>
          <Severity value={name} />
          {i === SEVERITIES.length - 1 && '.'}
        </span>
      ))}
    </span>
  );
}
