import { untracked, useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { changesOf, type Topic } from './changes.js';
import { asApiError, type ApiError } from './problem.js';

/** The answer of a request. While it is repeated, the data of the last one stay. */
export interface Resource<T> {
  data: T | null;
  error: ApiError | null;
  isLoading: boolean;
  /** requests it again */
  reload: () => void;
}

type State<T> = Omit<Resource<T>, 'reload'>;

/** A resource is requested at most this often after events, milliseconds. */
const MIN_INTERVAL_MS = 1000;

/**
 * Requests a resource, and again when its key or one of the topics changes. One request is in flight; a new key aborts
 * it.
 * @param key identifies the request; null: none yet
 */
export function useResource<T>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<T>,
  topics: readonly Topic[] = [],
): Resource<T> {
  const state = useSignal<State<T>>({ data: null, error: null, isLoading: key !== null });
  const running = useRef<AbortController | null>(null);
  const loader = useRef(load);
  loader.current = load;

  const reload = (): void => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    state.value = { ...state.peek(), isLoading: true };
    void run(state, controller.signal, loader.current);
  };
  useEffect(() => {
    if (key !== null) reload();
    return () => running.current?.abort();
  }, [key]);
  useReloadOnChange(topics, () => {
    if (key !== null) reload();
  });
  return { ...state.value, reload };
}

async function run<T>(
  state: Signal<State<T>>,
  signal: AbortSignal,
  load: (signal: AbortSignal) => Promise<T>,
): Promise<void> {
  try {
    const data = await load(signal);
    if (!signal.aborted) state.value = { data, error: null, isLoading: false };
  } catch (thrown) {
    if (signal.aborted) return;
    state.value = { ...state.peek(), error: asApiError(thrown), isLoading: false };
  }
}

/** Calls `reload` after changes of the topics: at most once in MIN_INTERVAL_MS, and after the last change. */
function useReloadOnChange(topics: readonly Topic[], reload: () => void): void {
  const known = useRef(untracked(() => changesOf(topics)));
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(reload);
  latest.current = reload;
  useSignalEffect(() => {
    const count = changesOf(topics);
    if (count === known.current) return;
    known.current = count;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, MIN_INTERVAL_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
