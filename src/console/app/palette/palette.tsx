import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useRead } from '../../api/read.js';
import { Dialog } from '../../parts/dialog.js';
import { hostNameAndAddress } from '../../parts/hosts/host-name.js';
import { SCREENS } from '../../screens/screens.js';
import { navigate } from '../router.js';
import {
  type ActionInView,
  actionItems,
  actionText,
  type PaletteItem,
  type PalettePlace,
  screenItems,
  vulnerabilityItems,
} from './palette-items.js';

const SHOWN = 5;
const TYPING_MS = 120;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Opens a screen, a host by name, a vulnerability by id, or a template by name, and does what the screen offers. */
export default function Palette({ typed, onClose }: { typed: string; onClose: () => void }) {
  const text = useSignal(typed);
  const active = useSignal<number | null>(null);
  const field = useFocus();
  const id = useId();
  const items = useItems(text.value);
  const index = Math.min(active.value ?? firstIndex(items, text.value), items.length - 1);
  const optionId = (i: number): string => `${id}-${i}`;
  const open = (item: PaletteItem | undefined): void => {
    if (!item) return;
    onClose();
    if (item.kind === 'Action')
      setTimeout(item.run); // after this dialog has returned the focus
    else navigate(item.path);
  };
  function press(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) open(items[index]);
    else active.value = (index + step + items.length) % Math.max(1, items.length);
  }
  return (
    <Dialog title="Go to" onClose={onClose}>
      <input
        ref={field}
        role="combobox"
        aria-label="Action, screen, host, vulnerability or template"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={items.length > 0 ? optionId(index) : undefined}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck={false}
        placeholder="An action, a screen, a host, CVE-2026-1, a template"
        class="wide"
        defaultValue={typed}
        onInput={(event) => {
          text.value = event.currentTarget.value;
          active.value = null;
        }}
        onKeyDown={press}
      />
      <ul id={id} role="listbox" aria-label="Actions and places" class="palette">
        {items.map((item, i) => (
          <Option
            key={itemKey(item)}
            id={optionId(i)}
            item={item}
            isActive={i === index}
            open={() => open(item)}
          />
        ))}
      </ul>
      <p class="muted" role="status">
        {items.length === 0 && 'Nothing has this name'}
      </p>
    </Dialog>
  );
}

/** Returns what Enter opens first. Without a text, that is no action. */
const firstIndex = (items: readonly PaletteItem[], text: string): number =>
  text.trim() === '' ? items.findIndex(({ kind }) => kind !== 'Action') : 0;

const itemKey = (item: PaletteItem): string => ('path' in item ? item.path : `:${item.text}`);

interface OptionProps {
  id: string;
  item: PaletteItem;
  isActive: boolean;
  open: () => void;
}

function Option({ id, item, isActive, open }: OptionProps) {
  const reason = item.kind === 'Action' ? item.reason : null;
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <li
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={reason !== null}
      onClick={open}
    >
      <span>{item.text}</span> <span class="muted">{reason ?? item.kind}</span>
    </li>
  );
}

/** Returns a reference to a field that has the focus from the beginning: the dialog is open by then. */
function useFocus() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const length = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(length, length); // after what is typed already
  }, []);
  return field;
}

/** Returns what a text names: at once what the page knows, then what the service finds. */
function useItems(text: string): PaletteItem[] {
  const [actions] = useState(actionsInView);
  const found = useFound(useDelayed(text.trim()));
  const known = [
    ...vulnerabilityItems(text),
    ...actionItems(actions, text),
    ...screenItems(SCREENS, text),
  ];
  return text.trim() === '' ? known : [...known, ...found];
}

/** Returns a text when it was not changed for a moment. */
function useDelayed(text: string): string {
  const delayed = useSignal(text);
  useEffect(() => {
    const timer = setTimeout(() => (delayed.value = text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return delayed.value;
}

/** Returns hosts and templates whose name has the text. */
function useFound(text: string): PalettePlace[] {
  const key = text === '' ? null : true;
  const hosts = useRead('/hosts', key && { query: { q: text, limit: SHOWN } });
  const templates = useRead('/api/v1/templates/', key && { query: { name: text, limit: SHOWN } });
  return [
    ...(hosts.data?.data ?? []).map((host) => ({
      kind: 'Host' as const,
      text: hostNameAndAddress(host),
      path: `hosts/${host.id}`,
    })),
    ...(templates.data?.data ?? []).map(({ id, name }) => ({
      kind: 'Template' as const,
      text: name,
      path: `templates/${id}`,
    })),
  ];
}

/** Returns the actions of the screen, in its order. Buttons that are not of `RoleButton` are none. */
const actionsInView = (): ActionInView[] =>
  [...document.querySelectorAll<HTMLButtonElement>('main button[data-action]')].map((button) => {
    const row = button.closest('tr');
    return {
      text: actionText(wordsOf(button), row && rowName(row)),
      reason: button.ariaDisabled === 'true' ? button.title : null,
      isOfRow: row !== null,
      run: () => press(button),
    };
  });

const wordsOf = (element: Element | null): string =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

const rowName = (row: Element): string =>
  wordsOf(row.querySelector('td a') ?? row.querySelector('td:not(.check)'));

/** The button has the focus first, or what opens its menu: a dialog returns it when it is closed. */
function press(button: HTMLButtonElement): void {
  const menu = button.closest('details:not([open])');
  (menu?.querySelector('summary') ?? button).focus();
  button.click();
}
