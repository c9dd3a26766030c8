import { h, type VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { TABLE_SUMMARY, toTable, type Picture } from '../../../pictures/figure.js';
import type { PictureNode } from '../../../pictures/picture-node.js';

/** Returns a node of a picture as an element. */
const toElement = ({ tag, attributes, children }: PictureNode): VNode =>
  h(
    tag,
    attributes,
    children.map((child) => (typeof child === 'string' ? child : toElement(child))),
  );

/** A small picture, or a part of one, without a table. */
export const PictureElement = ({ node }: { node: PictureNode }) => toElement(node);

/** A picture with the same as a table below it. The arrow keys lead from mark to mark: it is one tab stop. */
export function PictureFigure({ picture }: { picture: Picture }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    const onKey = (event: KeyboardEvent): void => focusNextMark(element, event);
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div class="panel" ref={place}>
      <figure class="picture">
        {toElement(picture.drawing)}
        <FoldedTable table={picture.table} />
      </figure>
    </div>
  );
}

/** The rows are made when they are unfolded: a chain of 200 tasks has thousands of cells. */
function FoldedTable({ table }: { table: Picture['table'] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{TABLE_SUMMARY}</summary>
      {isOpen && toElement(toTable(table))}
    </details>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

function focusNextMark(place: HTMLElement | null, event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const marks = [...(place?.querySelectorAll<SVGElement>('svg .mark') ?? [])];
  const index = marks.findIndex((mark) => mark === document.activeElement);
  if (step === undefined || index < 0) return;
  event.preventDefault();
  marks[(index + step + marks.length) % marks.length]?.focus();
}
