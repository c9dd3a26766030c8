import { useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { api, unwrap } from '../../api/client.js';
import { useResource } from '../../api/resource.js';
import { Dialog } from '../../parts/dialog.js';
import { SCREENS } from '../../screens/screens.js';
import { screenItems, vulnerabilityItems, type PaletteItem } from './palette-items.js';
import { navigate } from '../router.js';

const SHOWN = 5;
const TYPING_MS = 120;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Opens a screen, a host by name, a vulnerability by id, or a template by name. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const text = useSignal('');
  const active = useSignal(0);
  const field = useFocus();
  const id = useId();
  const items = useItems(text.value);
  const index = Math.min(active.value, items.length - 1);
  const optionId = (i: number): string => `${id}-${i}`;
  const open = (item: PaletteItem | undefined): void => {
    if (!item) return;
    onClose();
    navigate(item.path);
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
        aria-label="Screen, host, vulnerability or template"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={items.length > 0 ? optionId(index) : undefined}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck={false}
        placeholder="A screen, a host, CVE-2026-1, a template"
        class="wide"
        onInput={(event) => {
          text.value = event.currentTarget.value;
          active.value = 0;
        }}
        onKeyDown={press}
      />
      <ul id={id} role="listbox" aria-label="Places" class="palette">
        {items.map((item, i) => (
          <Option
            key={item.path}
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

interface OptionProps {
  id: string;
  item: PaletteItem;
  isActive: boolean;
  open: () => void;
}

function Option({ id, item: { text, kind }, isActive, open }: OptionProps) {
  return (
    <li id={id} role="option" aria-selected={isActive} onClick={open}>
      <span>{text}</span> <span class="muted">{kind}</span>
    </li>
  );
}

/** Returns a reference to a field that has the focus from the beginning: the dialog is open by then. */
function useFocus() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}

/** Returns the places that a text names: at once those that the page knows, then those of the service. */
function useItems(text: string): PaletteItem[] {
  const found = useFound(useDelayed(text.trim()));
  const known = [...vulnerabilityItems(text), ...screenItems(SCREENS, text)];
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
function useFound(text: string): PaletteItem[] {
  const key = text === '' ? null : text;
  const hosts = useResource(key, (signal) =>
    unwrap(api.GET('/hosts', { params: { query: { q: text, limit: SHOWN } }, signal })),
  );
  const templates = useResource(key, (signal) =>
    unwrap(
      api.GET('/api/v1/templates/', { params: { query: { name: text, limit: SHOWN } }, signal }),
    ),
  );
  return [
    ...(hosts.data?.data ?? []).map(({ id, hostname, current_ip }) => ({
      kind: 'Host' as const,
      text: hostname === '' || hostname === current_ip ? current_ip : `${hostname} (${current_ip})`,
      path: `hosts/${id}`,
    })),
    ...(templates.data?.data ?? []).map(({ id, name }) => ({
      kind: 'Template' as const,
      text: name,
      path: `templates/${id}`,
    })),
  ];
}
