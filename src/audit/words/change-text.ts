import type { ShownChange, ShownValue } from './describe-changes.js';

/** Returns a change as one line of text. @param max characters of a value; longer ones are cut */
export function changeText(change: ShownChange, max = Infinity): string {
  return `${change.label}: ${whatText(change, max)}`;
}

function whatText(change: ShownChange, max: number): string {
  switch (change.kind) {
    case 'secret':
      return change.words;
    case 'new':
      return valueText(change.value, max);
    case 'members':
      return change.parts.map(([words, text]) => `${words} ${cutText(text, max)}`).join(', ');
    case 'value':
      return `${valueText(change.before, max)} → ${valueText(change.after, max)}`;
  }
}

function valueText(value: ShownValue | null, max: number): string {
  if (value === null) return 'none';
  const text = cutText(value.text, max);
  return value.isTyped ? JSON.stringify(text) : text;
}

/** Returns at most `max` characters; an ellipsis replaces the rest. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}
