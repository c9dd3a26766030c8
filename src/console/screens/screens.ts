import type { ComponentType } from 'preact';
import type { IconName } from '../parts/icon.js';
import type { ScreenProps } from './screen-props.js';

/** A screen. Its code is loaded when it is opened. */
export interface Screen {
  /** below `/ui/`; `:name` is a value */
  path: string;
  title: string;
  /** in the navigation: its icon, and the key after `g` that opens it */
  nav?: { icon: IconName; key: string };
  load: () => Promise<{ default: ComponentType<ScreenProps> }>;
}

const screen = (
  path: string,
  title: string,
  load: Screen['load'],
  icon?: IconName,
  key = '',
): Screen => ({ path, title, load, ...(icon && { nav: { icon, key } }) });

/** All screens, in the order of the navigation. One screen a folder. */
export const SCREENS: readonly Screen[] = [
  screen('', 'Overview', () => import('./overview/overview.screen.js'), 'overview', 'o'),
  screen('hosts', 'Hosts', () => import('./hosts/hosts.screen.js'), 'hosts', 'h'),
  screen('hosts/:id', 'Host', () => import('./host/host.screen.js')),
  screen('findings', 'Findings', () => import('./findings/findings.screen.js'), 'findings', 'f'),
  screen(
    'vulnerabilities/:id',
    'Vulnerability',
    () => import('./vulnerability/vulnerability.screen.js'),
  ),
  screen('acceptances', 'Acceptances', () => import('./acceptances/acceptances.screen.js')),
  screen(
    'templates',
    'Templates',
    () => import('./templates/templates.screen.js'),
    'templates',
    't',
  ),
  screen('templates/new', 'New template', () => import('./template-form/template-form.screen.js')),
  screen('templates/:id', 'Template', () => import('./template/template.screen.js')),
  screen(
    'templates/:id/edit',
    'Edit template',
    () => import('./template-form/template-form.screen.js'),
  ),
  screen('calendar', 'Calendar', () => import('./calendar/calendar.screen.js')),
  screen('tasks', 'Tasks', () => import('./tasks/tasks.screen.js'), 'tasks', 'k'),
  screen('tasks/:id', 'Task', () => import('./task/task.screen.js')),
  screen('agents', 'Agents', () => import('./agents/agents.screen.js'), 'agents', 'a'),
  screen(
    'agents/batches/:id',
    'Batch of operations',
    () => import('./agent-batch/agent-batch.screen.js'),
  ),
  screen(
    'settings',
    'Settings',
    () => import('./settings/credentials/credentials.screen.js'),
    'settings',
    's',
  ),
  screen(
    'settings/access',
    'Tokens and sessions',
    () => import('./settings/access/access.screen.js'),
  ),
  screen('settings/feeds', 'Feeds', () => import('./settings/feeds/feeds.screen.js')),
  screen('settings/groups', 'Groups', () => import('./settings/groups/groups.screen.js')),
  screen('settings/groups/:id', 'Group', () => import('./settings/group/group.screen.js')),
  screen(
    'settings/notifications',
    'Notifications',
    () => import('./settings/notifications/notifications.screen.js'),
  ),
  screen('settings/about', 'About', () => import('./settings/about/about.screen.js')),
  screen('audit', 'Audit', () => import('./audit/audit.screen.js'), 'audit', 'u'),
  screen('sign-in', 'Sign in', () => import('./sign-in/sign-in.screen.js')),
];
