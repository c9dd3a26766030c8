import { cutText } from '../../../audit/words/change-text.js';
import {
  describeChanges,
  type ShownChange,
  type ShownValue,
} from '../../../audit/words/describe-changes.js';
import type { Api } from '../../api/shapes.js';
import { exactTime } from '../../parts/time.js';

/** Characters of a value before the whole is behind a control. */
const MAX_SHOWN = 80;

/** A value that is read as a whole, such as the id of a vulnerability: it is not broken into lines. */
const ONE_WORD = /^\S{1,24}$/;

/** Returns the class of such a value; empty for others. */
export const classOfWord = (text: string): string => (ONE_WORD.test(text) ? 'id' : '');

/** The changes of a line of the log: a field each, before → after. */
export function ChangesCell({ line }: { line: Api<'AuditLine'> }) {
  const changes = describeChanges(line, exactTime);
  if (changes.length === 0) return null;
  return (
    <ul class="plain changes">
      {changes.map((change) => (
        <li key={change.label}>
          <span class="muted">{change.label}:</span> <What change={change} />
        </li>
      ))}
    </ul>
  );
}

function What({ change }: { change: ShownChange }) {
  switch (change.kind) {
    case 'secret':
      return <>{change.words}</>;
    case 'new':
      return <Value value={change.value} />;
    case 'members':
      return (
        <>
          {change.parts.map(([words, text], i) => (
            <span key={words}>
              {i > 0 && ', '}
              {words} <Long text={text} />
            </span>
          ))}
        </>
      );
    case 'value':
      return (
        <>
          <Value value={change.before} /> → <Value value={change.after} />
        </>
      );
  }
}

/** A value; what a person typed is a quotation, in its own direction of writing. */
function Value({ value }: { value: ShownValue | null }) {
  if (value === null) return <span class="muted">none</span>;
  if (!value.isTyped) return <Long text={value.text} />;
  if (value.text === '') return <span class="muted">empty</span>;
  return <Long text={value.text} isTyped />;
}

/** A text that opens if it is long. */
function Long({ text, isTyped = false }: { text: string; isTyped?: boolean }) {
  const start = cutText(text, MAX_SHOWN);
  const name = classOfWord(text);
  if (start === text)
    return isTyped ? <bdi class={`typed ${name}`}>{text}</bdi> : <span class={name}>{text}</span>;
  return (
    <details class={isTyped ? 'long typed' : 'long'} dir={isTyped ? 'auto' : undefined}>
      <summary>{start}</summary>
      {text}
    </details>
  );
}
