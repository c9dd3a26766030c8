import { type PictureNode, node } from './picture-node.js';
import { tenth } from './scale.js';

/** A part of an outcome. `kind`: selects its color; `count`: of hosts. */
export interface OutcomePart {
  name: string;
  kind: string;
  count: number;
}

const BAR = { width: 300, height: 14 };

/** Draws how many hosts had each outcome as one bar, in the order given. Each part has its pattern and its title. */
export function drawOutcomes(parts: readonly OutcomePart[]): PictureNode {
  const total = Math.max(
    1,
    parts.reduce((n, { count }) => n + count, 0),
  );
  const shown = parts.filter(({ count }) => count > 0);
  const label = shown.map(({ name, count }) => `${count} ${name}`).join(', ') || 'no hosts yet';
  let x = 0;
  const shapes = shown.map(({ name, kind, count }) => {
    const width = tenth((count / total) * BAR.width);
    const size = { class: `outcome-${kind}`, x: tenth(x), y: 0, width, height: BAR.height };
    x += width;
    return node('rect', size, node('title', {}, `${count} ${name}`));
  });
  const attributes = {
    class: 'outcomes',
    viewBox: `0 0 ${BAR.width} ${BAR.height}`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': label,
  };
  return node('svg', attributes, ...shapes);
}
