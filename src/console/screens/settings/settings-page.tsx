import type { ComponentChildren } from 'preact';
import { roleHint, type PageRole } from '../../api/session.js';
import { href } from '../../app/place.js';
import { address } from '../../app/router.js';
import { useTitle } from '../../app/title.js';
import { TabList } from '../../parts/links/tab-list.js';
import { Notice } from '../../parts/notice.js';

const PAGES = [
  ['settings', 'Credentials'],
  ['settings/access', 'Access'],
  ['settings/feeds', 'Feeds'],
  ['settings/groups', 'Groups'],
  ['settings/notifications', 'Notifications'],
  ['settings/about', 'About'],
] as const;

interface SettingsPageProps {
  title: string;
  /** the role that may read it */
  needs?: PageRole;
  /** the button beside the heading */
  action?: ComponentChildren;
  children: ComponentChildren;
}

/** A page of the settings below their navigation. Without the right to read it, it says which role has it. */
export function SettingsPage({ title, needs = 'viewer', action, children }: SettingsPageProps) {
  const hint = roleHint(needs);
  const { path } = address.value;
  useTitle(title, 'Settings');
  return (
    <>
      <TabList
        label="Settings"
        tabs={PAGES.map(([page, name]) => ({
          title: name,
          to: href(page),
          isCurrent: isCurrent(page, path),
        }))}
      />
      <header class="heading">
        <h1 tabIndex={-1}>{title}</h1>
        {action}
      </header>
      {hint === null ? children : <Notice kind="warning" title={hint} />}
    </>
  );
}

const isCurrent = (page: string, path: string): boolean =>
  path === page || (page !== 'settings' && path.startsWith(`${page}/`));
