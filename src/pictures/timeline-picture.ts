import type { PictureSize } from './chain-picture.js';
import { type Picture, mark } from './figure.js';
import { type PictureNode, node } from './picture-node.js';
import { type Frame, hatch, tenth, timeScale } from './scale.js';

/** A time during which something was so. Times: Unix seconds; `to` null: it still is. */
interface TimelineSpan {
  label: string;
  kind: string;
  from: number;
  to: number | null;
  href?: string;
}

/** Something that happened at one time (Unix seconds). */
interface TimelineMark {
  label: string;
  kind: string;
  at: number;
  href?: string;
}

/** One line of a timeline. */
interface TimelineLane {
  name: string;
  spans: readonly TimelineSpan[];
  marks: readonly TimelineMark[];
}

/** The input of a timeline. `gaps`: times without a check of the host. `timeText`: of Unix seconds. */
export interface TimelineInput {
  lanes: readonly TimelineLane[];
  gaps: readonly { from: number; to: number }[];
  from: number;
  to: number;
  timeText: (at: number) => string;
}

const LANE = 30;
const BAR_HEIGHT = 12;
const MIN_BAR = 3; // a short time can be seen and hit
const TOP = 8;
const FOOT = 26;

/** Draws what happened to one host: a lane for each kind of thing, and hatched where it was not checked. */
export function drawTimeline(input: TimelineInput, { width, fontSize }: PictureSize): Picture {
  const { lanes, from, to, timeText } = input;
  const bottom = TOP + lanes.length * LANE;
  const nameWidth = Math.max(0, ...lanes.map(({ name }) => name.length)) * fontSize * 0.6;
  const frame = { left: tenth(nameWidth + 12), right: width - 8, top: TOP, bottom };
  const x = timeScale(frame, from, to);
  const label = (at: number, anchor: string): PictureNode => {
    // To the minute: both have to fit where the picture is narrow.
    const text = timeText(at).slice(0, 16);
    return node('text', { x: x(at), y: bottom + FOOT - 8, 'text-anchor': anchor }, text);
  };
  const drawing = node(
    'svg',
    {
      viewBox: `0 0 ${width} ${bottom + FOOT}`,
      role: 'group',
      'aria-label': `Timeline from ${timeText(from)} to ${timeText(to)}`,
    },
    ...drawGaps(input, frame, x),
    ...lanes.flatMap((lane, i) => drawLane(lane, i, { frame, x, input })),
    label(from, 'start'),
    label(to, 'end'),
  );
  return { drawing, table: timelineTable(input) };
}

const drawGaps = (
  { gaps, timeText }: TimelineInput,
  { top, bottom }: Frame,
  x: (at: number) => number,
): PictureNode[] =>
  gaps.map(({ from, to }) => {
    const size = { x: x(from), y: top, width: tenth(x(to) - x(from)), height: bottom - top };
    const title = `Not checked from ${timeText(from)} to ${timeText(to)}`;
    return hatch('gap', size, node('title', {}, title));
  });

interface LaneLayout {
  frame: Frame;
  x: (at: number) => number;
  input: TimelineInput;
}

function drawLane(
  { name, spans, marks }: TimelineLane,
  index: number,
  { frame, x, input }: LaneLayout,
): PictureNode[] {
  const y = frame.top + index * LANE + LANE / 2;
  const isFirst = (i: number): boolean =>
    i === 0 &&
    input.lanes.slice(0, index).every((lane) => lane.spans.length + lane.marks.length === 0);
  const bars = spans.map((span, i) => {
    const end = x(span.to ?? input.to);
    const start = x(span.from);
    const size = { x: start, width: Math.max(MIN_BAR, tenth(end - start)), height: BAR_HEIGHT };
    const shape = node('rect', { class: `kind-${span.kind}`, ...size, y: y - BAR_HEIGHT / 2 });
    return mark({ label: spanText(span, input), href: span.href, isFirst: isFirst(i) }, shape);
  });
  const points = marks.map((point, i) => {
    const shape = node('circle', { class: `kind-${point.kind}`, cx: x(point.at), cy: y, r: 5 });
    const label = `${input.timeText(point.at)}: ${point.label}`;
    return mark({ label, href: point.href, isFirst: isFirst(spans.length + i) }, shape);
  });
  const line = { class: 'grid', x1: frame.left, x2: frame.right, y1: y, y2: y };
  return [node('text', { x: 0, y: y + 4 }, name), node('line', line), ...bars, ...points];
}

const spanText = ({ label, from, to }: TimelineSpan, { timeText }: TimelineInput): string =>
  `${label}: ${timeText(from)} to ${to === null ? 'now' : timeText(to)}`;

/** The rows of the table are in the order of time, newest first. */
function timelineTable({ lanes, timeText }: TimelineInput): Picture['table'] {
  const entries = lanes.flatMap((lane) => [
    ...lane.spans.map(({ label, from, to, href }) => ({ lane, label, at: from, to, href })),
    ...lane.marks.map(({ label, at, href }) => ({ lane, label, at, to: undefined, href })),
  ]);
  return {
    caption: 'Events, newest first',
    columns: ['From', 'To', 'Kind', 'Event'],
    rows: entries
      .sort((a, b) => b.at - a.at)
      .map(({ lane, label, at, to, href }) => [
        timeText(at),
        to === undefined ? '' : toText(to, timeText),
        lane.name,
        href === undefined ? label : { text: label, href },
      ]),
  };
}

const toText = (to: number | null, timeText: (at: number) => string): string =>
  to === null ? 'now' : timeText(to);
