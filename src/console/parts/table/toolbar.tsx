import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isNarrow } from '../narrow.js';
import type { ListControl } from '../../app/use-list-state.js';
import type { FilterChoice, OrderChoice } from './columns.js';

interface ToolbarProps {
  search: string | undefined;
  filters: readonly FilterChoice[];
  control: ListControl;
  /** orders that no heading offers */
  orders?: OrderChoice | undefined;
  /** those of headings, which narrow pages do not have */
  narrowOrders?: OrderChoice | null;
}

const MAX_SHOWN = 4;

/** The search and the filters of a list. Those beyond the first are folded; on a narrow page, all are. */
export function Toolbar({ search, filters, control, orders, narrowOrders }: ToolbarProps) {
  const choice = orders ?? narrowOrders;
  if (search === undefined && filters.length === 0 && !choice) return null;
  const { state, change } = control;
  const set = (name: string, value: string): void => {
    const others = Object.entries(state.filters).filter(([other]) => other !== name);
    change({ filters: Object.fromEntries(value === '' ? others : [...others, [name, value]]) });
  };
  const field = (filter: FilterChoice, isShown: boolean) => (
    <FilterField
      key={filter.name}
      filter={filter}
      isShown={isShown}
      value={state.filters[filter.name] ?? ''}
      onChange={(value) => set(filter.name, value)}
    />
  );
  const shown = filters.slice(0, isNarrow.value ? 0 : MAX_SHOWN);
  const rest = filters.slice(shown.length);
  return (
    <div class="toolbar" role="search">
      {search !== undefined && <SearchField label={search} control={control} />}
      {shown.map((filter) => field(filter, true))}
      {rest.length > 0 && (
        <MoreFilters
          name={shown.length === 0 ? 'Filters' : 'More filters'}
          set={rest.filter(({ name }) => state.filters[name] !== undefined).length}
          opensIfSet={shown.length > 0}
        >
          {(isOpen) => rest.map((filter) => field(filter, isOpen))}
        </MoreFilters>
      )}
      {choice && (
        <FilterField
          filter={{ name: 'sort', label: 'Order', unset: 'default', ...choice }}
          isNarrowOnly={!orders}
          value={state.sort}
          onChange={(sort) => change({ sort })}
        />
      )}
    </div>
  );
}

interface MoreFiltersProps {
  name: string;
  /** how many of them are set */
  set: number;
  opensIfSet: boolean;
  children: (isOpen: boolean) => ComponentChildren;
}

function MoreFilters({ name, set, opensIfSet, children }: MoreFiltersProps) {
  const wasSet = useRef(false);
  wasSet.current ||= opensIfSet && set > 0; // closing it would take the focus away
  const wasOpen = useSignal(false);
  return (
    <details open={wasSet.current} onToggle={() => (wasOpen.value = true)}>
      <summary>
        {name}
        {set > 0 && ` (${set} set)`}
      </summary>
      <div class="more-filters">{children(wasSet.current || wasOpen.value)}</div>
    </details>
  );
}

const TYPING_MS = 90;

/** Searches while the user types; Back leads to the list before the search, not through its letters. */
function SearchField({ label, control }: { label: string; control: ListControl }) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { q } = control.state;
  useEffect(() => {
    const input = field.current;
    if (input && input !== document.activeElement) input.value = q;
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      ref={field}
      type="search"
      class={q === '' ? undefined : 'is-set'}
      aria-label={label}
      placeholder={label}
      defaultValue={q}
      onInput={(event) => {
        const { value } = event.currentTarget;
        clearTimeout(timer.current);
        timer.current = setTimeout(
          () => control.change({ q: value }, { replace: q !== '' }),
          TYPING_MS,
        );
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

interface FilterFieldProps {
  filter: FilterChoice;
  isShown?: boolean;
  value: string;
  onChange: (value: string) => void;
  isNarrowOnly?: boolean;
}

function FilterField({
  filter: { label, options, unset = 'any', onShown },
  isShown = true,
  value,
  onChange,
  isNarrowOnly = false,
}: FilterFieldProps) {
  useEffect(() => {
    if (isShown) onShown?.();
  }, [isShown]);
  const names = ['pill', ...(value === '' ? [] : ['is-set']), ...(isNarrowOnly ? ['narrow'] : [])];
  return (
    <label class={names.join(' ')}>
      <span>{label}</span>
      {options ? (
        <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{unset}</option>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input value={value} onChange={(event) => onChange(event.currentTarget.value.trim())} />
      )}
    </label>
  );
}
