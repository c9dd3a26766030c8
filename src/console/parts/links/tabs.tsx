import { href } from '../../app/place.js';
import { address } from '../../app/router.js';
import { TabList } from './tab-list.js';

interface TabsProps {
  /** what the tabs are of, for a screen reader */
  label: string;
  /** the parameter of the address that holds the tab; the first tab is its default */
  name: string;
  tabs: readonly (readonly [value: string, title: string])[];
  /** parameters of the address that stay when the tab changes */
  keep?: readonly string[];
}

/** Returns the tab of the address: one of the tabs, or the first. */
export function currentTab(name: string, tabs: TabsProps['tabs']): string {
  const [value = ''] = tabs.find(([tab]) => tab === address.value.query[name]) ?? tabs[0] ?? [];
  return value;
}

/** Parts of a screen, one of them in sight. They are links: each has an address. */
export function Tabs({ label, name, tabs, keep = [] }: TabsProps) {
  const { path, query } = address.value;
  const current = currentTab(name, tabs);
  const kept = Object.entries(query).filter(([key]) => keep.includes(key));
  return (
    <TabList
      label={label}
      tabs={tabs.map(([value, title], i) => ({
        title,
        to: href(path, Object.fromEntries(i === 0 ? kept : [[name, value], ...kept])),
        isCurrent: value === current,
      }))}
    />
  );
}
