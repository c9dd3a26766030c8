import { useEffect, useRef } from 'preact/hooks';
import { prefs } from './prefs.js';

/** The actions of single keys, by key. `g o` is the key `o` after `g`. */
export type KeyBindings = Readonly<Record<string, () => void>>;

const stack: (() => KeyBindings)[] = [];
let isAfterG = false;

/** Binds keys while a component is shown. The newest binding of a key is used. */
export function useKeys(bindings: KeyBindings): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  useEffect(() => {
    const read = (): KeyBindings => latest.current;
    stack.push(read);
    return () => {
      stack.splice(stack.indexOf(read), 1);
    };
  }, []);
}

/** Returns the name of the pressed key in bindings, and whether it begins a sequence. */
function keyName(key: string, isSequence: boolean): { name: string; begins: boolean } {
  if (isSequence) return { name: `g ${key}`, begins: false };
  return { name: key, begins: key === 'g' };
}

/** Calls what is bound to pressed keys. Call it once. */
export function startKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (!prefs.value.hasKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
    const { name, begins } = keyName(event.key, isAfterG);
    isAfterG = begins;
    const action = stack.map((read) => read()[name]).findLast((found) => found !== undefined);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  (target as HTMLInputElement).type !== 'checkbox';
