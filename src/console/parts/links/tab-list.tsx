import { useLayoutEffect, useRef } from 'preact/hooks';

interface TabListProps {
  /** what the tabs are of, for a screen reader */
  label: string;
  tabs: readonly { title: string; to: string; isCurrent: boolean }[];
}

/** Links to the parts of a screen. On a narrow page they are one line that scrolls, with the current one in sight. */
export function TabList({ label, tabs }: TabListProps) {
  const list = useRef<HTMLUListElement>(null);
  const current = tabs.find(({ isCurrent }) => isCurrent)?.to;
  useLayoutEffect(() => {
    const { current: line } = list;
    const tab = line?.querySelector<HTMLElement>('[aria-current]');
    if (line && tab) line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2;
  }, [current]);
  return (
    <nav class="tabs" aria-label={label}>
      <ul ref={list}>
        {tabs.map(({ title, to, isCurrent }) => (
          <li key={to}>
            <a href={to} aria-current={isCurrent ? 'page' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
