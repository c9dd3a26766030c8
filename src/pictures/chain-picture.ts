import { type ColumnLayout, drawLabels, layOut } from './axis.js';
import { type Picture, mark } from './figure.js';
import { type PictureNode, node } from './picture-node.js';
import { type Frame, countScale, drawGrid, niceTop, tenth } from './scale.js';
import { type SeverityCounts, openCountsText, drawAreas, drawBar, sumOf } from './stack.js';

/**
 * One task of a template. `open`: findings at its end, null when it compared nothing; `time`: its end as text;
 * `notCompared`: hosts; `missed`: starts of the schedule that were missed since the task before; `choice`: it is one of
 * two tasks that are compared.
 */
export interface ChainTask {
  name: string;
  time: string;
  status: string;
  open: SeverityCounts | null;
  added: number;
  removed: number;
  notCompared: number;
  missed: number;
  href?: string;
  choice?: 'shown' | 'base';
}

/** `width`: of the drawing; `fontSize`: of its texts. Both in pixels at full size. */
export interface PictureSize {
  width: number;
  fontSize: number;
}

const HEIGHT = 260;
const MARGIN = { left: 58, right: 8, top: 20, bottom: 28 };
const CHANGES_HEIGHT = 34; // two lines: new and fixed
const MIN_COLUMNS = 8; // a single task does not fill the width
const BAR = { maxWidth: 56, share: 0.72 };
const MIN_SLOT = 15; // narrower bars are stripes: one area for each severity shows the same
const MIN_CHANGES_SLOT = 34; // `+123` fits

/**
 * Draws the open findings of a template's tasks, oldest first, stacked by severity, the most severe at the bottom.
 * Under each bar stand the findings that are new and fixed, as far as they fit. Hollow: nothing was compared.
 */
export function drawChain(tasks: readonly ChainTask[], { width, fontSize }: PictureSize): Picture {
  const hasChanges = (width - MARGIN.left - MARGIN.right) / tasks.length >= MIN_CHANGES_SLOT;
  const height = HEIGHT + (hasChanges ? CHANGES_HEIGHT : 0);
  const frame = {
    left: MARGIN.left,
    right: width - MARGIN.right,
    top: MARGIN.top,
    bottom: HEIGHT - MARGIN.bottom,
  };
  const columns = layOut(frame, tasks.length, MIN_COLUMNS);
  const top = niceTop(Math.max(1, ...tasks.map((task) => sumOf(task.open ?? []))));
  const y = countScale(frame, top);
  const drawing = node(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': chainLabel(tasks) },
    ...drawGrid(frame, top, y),
    ...drawTasks(tasks, { frame, columns, y }),
    ...(hasChanges ? drawChanges(tasks, columns) : []),
    ...drawLabels(frame, columns, timeLabels(tasks), { y: height - 8, fontSize }),
  );
  return { drawing, table: chainTable(tasks) };
}

interface Layout {
  frame: Frame;
  columns: ColumnLayout;
  y: (n: number) => number;
}

const chainLabel = (tasks: readonly ChainTask[]): string =>
  `Open findings by severity over ${tasks.length} tasks; now ${sumOf(tasks.at(-1)?.open ?? [])}`;

function drawTasks(tasks: readonly ChainTask[], layout: Layout): PictureNode[] {
  const { columns, frame, y } = layout;
  if (columns.slot >= MIN_SLOT) return tasks.map((task, i) => drawTask(task, i, layout));
  const counts = tasks.map(({ open }) => open ?? []);
  return [
    ...drawAreas(counts, { left: frame.left, slot: columns.slot, y }),
    ...tasks.map((task, i) => drawTask(task, i, layout)),
  ];
}

/** A column of the whole height takes the pointer, so that a task without findings can be reached too. */
function drawTask(task: ChainTask, i: number, { frame, columns, y }: Layout): PictureNode {
  const target = node('rect', {
    class: task.choice === undefined ? 'target' : `target ${task.choice}`,
    x: tenth(columns.center(i) - columns.slot / 2),
    y: frame.top,
    width: tenth(columns.slot),
    height: frame.bottom - frame.top,
  });
  const options = { label: taskLabel(task), href: task.href, isFirst: i === 0 };
  if (columns.slot < MIN_SLOT) return mark(options, target);
  const width = tenth(Math.min(BAR.maxWidth, columns.slot * BAR.share));
  const x = tenth(columns.center(i) - width / 2);
  return mark(
    options,
    target,
    ...drawBody(task, { x, width, y, frame }),
    ...drawStatus(task, i, columns, frame),
  );
}

function drawBody(
  { open, notCompared }: ChainTask,
  { x, width, y, frame }: { x: number; width: number; y: (n: number) => number; frame: Frame },
): PictureNode[] {
  if (open === null) {
    const size = { x, width, y: frame.bottom - 12, height: 12 };
    return [node('rect', { class: 'hollow', ...size })];
  }
  const gap = node('rect', { class: 'hollow', x, width, y: y(sumOf(open)) - 6, height: 5 });
  return [...drawBar(open, { x, width, y }), ...(notCompared > 0 ? [gap] : [])];
}

const FAULTS = new Set(['failed', 'stopped', 'incomplete']);

/** A task that did not complete has a dot above its column; starts missed before it have a cross. */
function drawStatus(
  task: ChainTask,
  i: number,
  columns: ColumnLayout,
  frame: Frame,
): PictureNode[] {
  const x = columns.center(i);
  const y = frame.top - 8;
  const dot = node('circle', { class: `status-${task.status}`, cx: x, cy: y, r: 4 });
  const left = tenth(x - columns.slot / 2);
  const cross = node('path', { class: 'missed', d: `M${left - 4} ${y - 4}l8 8m0-8l-8 8` });
  return [...(FAULTS.has(task.status) ? [dot] : []), ...(task.missed > 0 ? [cross] : [])];
}

function drawChanges(tasks: readonly ChainTask[], { center }: ColumnLayout): PictureNode[] {
  const line = (kind: string, i: number, y: number, text: string): PictureNode =>
    node('text', { class: kind, x: center(i), y, 'text-anchor': 'middle' }, text);
  return tasks.flatMap(({ added, removed }, i) => [
    ...(added > 0 ? [line('new', i, HEIGHT - 12, `+${added}`)] : []),
    ...(removed > 0 ? [line('fixed', i, HEIGHT + 4, `−${removed}`)] : []),
  ]);
}

/** Returns the time of day for tasks of one day, otherwise the date. */
function timeLabels(tasks: readonly ChainTask[]): string[] {
  const days = new Set(tasks.map(({ time }) => time.slice(0, 10)));
  const isOneDay = tasks.length > 1 && days.size === 1;
  return tasks.map(({ time }) => (isOneDay ? time.slice(11) : time.slice(0, 10)));
}

const CHOICES = { shown: 'its difference is shown', base: 'compared with this one' };

function taskLabel(task: ChainTask): string {
  const parts = [
    `${task.name}, ${task.time}: ${task.open === null ? 'nothing compared' : openCountsText(task.open)}`,
    `${task.added} new, ${task.removed} fixed`,
    ...(FAULTS.has(task.status) ? [task.status] : []),
    ...(task.notCompared > 0 ? [`${task.notCompared} hosts not compared`] : []),
    ...(task.missed > 0 ? [`${task.missed} starts missed before`] : []),
    ...(task.choice === undefined ? [] : [CHOICES[task.choice]]),
  ];
  return parts.join('; ');
}

const chainTable = (tasks: readonly ChainTask[]): Picture['table'] => ({
  caption: 'Tasks, newest first',
  columns: [
    'Task',
    'Time',
    'Status',
    'Open',
    'New',
    'Fixed',
    'Hosts not compared',
    'Starts missed',
  ],
  rows: [...tasks]
    .reverse()
    .map((task) => [
      task.href === undefined ? task.name : { text: task.name, href: task.href },
      task.time,
      task.status,
      task.open === null ? 'nothing compared' : openCountsText(task.open),
      ...[task.added, task.removed, task.notCompared, task.missed].map(String),
    ]),
});
