import type { ComponentType } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { lastRequestIds } from '../api/client.js';
import type { ScreenProps } from '../screens/screen-props.js';
import { SCREENS, type Screen } from '../screens/screens.js';
import { Notice } from '../parts/notice.js';
import { matchPath, type PathParams } from './match-path.js';
import { href, storageKey } from './place.js';
import { useTitle } from './title.js';

/** Returns the screen of a path with its values; null: no screen has it. */
function findScreen(path: string): { screen: Screen; params: PathParams } | null {
  for (const screen of SCREENS) {
    const params = matchPath(screen.path, path);
    if (params) return { screen, params };
  }
  return null;
}

const loaded = new Map<Screen, ComponentType<ScreenProps>>();

/** Shows the screen of a path. An error of the screen stays within it. */
export function ScreenHost({ path }: { path: string }) {
  const found = findScreen(path);
  if (!found) return <UnknownScreen path={path} />;
  return <LoadedScreen key={path} {...found} />;
}

function LoadedScreen({ screen, params }: { screen: Screen; params: PathParams }) {
  const [Component, setComponent] = useState(() => loaded.get(screen) ?? null);
  const [failure, setFailure] = useState<unknown>(null);
  const [error, resetError] = useErrorBoundary() as [unknown, () => void];
  useTitle(screen.title);
  useEffect(() => {
    if (Component) return;
    loadScreen(screen)
      .then((found) => setComponent(() => found))
      .catch(setFailure);
  }, [screen]);
  useFocusOfHeading(Component !== null);
  if (error !== undefined || failure !== null)
    return (
      <>
        <h1 tabIndex={-1}>{screen.title}</h1>
        <Notice
          kind="error"
          title="This screen cannot be shown"
          action={{ label: 'Try again', run: () => (failure ? location.reload() : resetError()) }}
        >
          <p>{String(error ?? failure)}</p>
          <p class="muted">Last requests: {lastRequestIds().join(', ')}</p>
        </Notice>
      </>
    );
  if (!Component) return <p class="muted">Loading…</p>;
  return <Component params={params} />;
}

const RELOADED = storageKey('reloaded');

/** Loads the code of a screen. After an upgrade its file no longer exists: the page is reloaded, once. */
async function loadScreen(screen: Screen): Promise<ComponentType<ScreenProps>> {
  try {
    const { default: Component } = await screen.load();
    sessionStorage.removeItem(RELOADED);
    loaded.set(screen, Component);
    return Component;
  } catch (error) {
    if (sessionStorage.getItem(RELOADED) !== null) throw error;
    sessionStorage.setItem(RELOADED, '1');
    location.reload();
    throw error;
  }
}

let isFirst = true;

/** After a change of screen, the heading has the focus; after the first load, the page has it. */
function useFocusOfHeading(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return;
    if (!isFirst) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    isFirst = false;
  }, [isShown]);
}

function UnknownScreen({ path }: { path: string }) {
  useTitle('Not found');
  return (
    <>
      <h1 tabIndex={-1}>There is no such page</h1>
      <p>
        Nothing is at <code>{path}</code>. <a href={href('')}>Open the overview</a>
      </p>
    </>
  );
}
