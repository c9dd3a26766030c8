import { render, type ComponentChildren } from 'preact';

/**
 * Returns the text of a cell, for a file: times are exact, and buttons are left out. A cell that is a component is drawn
 * for it, outside the page.
 */
export function cellText(content: ComponentChildren): string {
  if (typeof content === 'string' || typeof content === 'number') return String(content);
  const place = document.createElement('div');
  render(content, place);
  const copy = place.cloneNode(true) as HTMLElement;
  render(null, place);
  for (const button of copy.querySelectorAll('button')) button.remove();
  for (const time of copy.querySelectorAll('time')) time.textContent = time.dateTime;
  for (const part of copy.querySelectorAll('*')) part.before(' '); // a gap may be of the style
  return copy.textContent.replaceAll(/\s+/g, ' ').replaceAll(' ,', ',').trim();
}
