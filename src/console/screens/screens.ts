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

/** All screens, in the order of the navigation. One screen a folder. */
export const SCREENS: readonly Screen[] = [
  {
    path: '',
    title: 'Overview',
    nav: { icon: 'overview', key: 'o' },
    load: () => import('./overview/overview.screen.js'),
  },
  {
    path: 'hosts',
    title: 'Hosts',
    nav: { icon: 'hosts', key: 'h' },
    load: () => import('./hosts/hosts.screen.js'),
  },
  { path: 'hosts/:id', title: 'Host', load: () => import('./host/host.screen.js') },
  {
    path: 'findings',
    title: 'Findings',
    nav: { icon: 'findings', key: 'f' },
    load: () => import('./findings/findings.screen.js'),
  },
  {
    path: 'vulnerabilities/:id',
    title: 'Vulnerability',
    load: () => import('./vulnerability/vulnerability.screen.js'),
  },
  {
    path: 'acceptances',
    title: 'Acceptances',
    load: () => import('./acceptances/acceptances.screen.js'),
  },
  {
    path: 'templates',
    title: 'Templates',
    nav: { icon: 'templates', key: 't' },
    load: () => import('./templates/templates.screen.js'),
  },
  {
    path: 'templates/new',
    title: 'New template',
    load: () => import('./template-form/template-form.screen.js'),
  },
  {
    path: 'templates/:id',
    title: 'Template',
    load: () => import('./template/template.screen.js'),
  },
  {
    path: 'templates/:id/edit',
    title: 'Edit template',
    load: () => import('./template-form/template-form.screen.js'),
  },
  {
    path: 'calendar',
    title: 'Calendar',
    load: () => import('./calendar/calendar.screen.js'),
  },
  {
    path: 'tasks',
    title: 'Tasks',
    nav: { icon: 'tasks', key: 'k' },
    load: () => import('./tasks/tasks.screen.js'),
  },
  { path: 'tasks/:id', title: 'Task', load: () => import('./task/task.screen.js') },
  {
    path: 'agents',
    title: 'Agents',
    nav: { icon: 'agents', key: 'a' },
    load: () => import('./agents/agents.screen.js'),
  },
  {
    path: 'agents/batches/:id',
    title: 'Batch of operations',
    load: () => import('./agent-batch/agent-batch.screen.js'),
  },
  {
    path: 'settings',
    title: 'Settings',
    nav: { icon: 'settings', key: 's' },
    load: () => import('./settings/credentials/credentials.screen.js'),
  },
  {
    path: 'settings/access',
    title: 'Tokens and sessions',
    load: () => import('./settings/access/access.screen.js'),
  },
  {
    path: 'settings/feeds',
    title: 'Feeds',
    load: () => import('./settings/feeds/feeds.screen.js'),
  },
  {
    path: 'settings/groups',
    title: 'Groups',
    load: () => import('./settings/groups/groups.screen.js'),
  },
  {
    path: 'settings/groups/:id',
    title: 'Group',
    load: () => import('./settings/group/group.screen.js'),
  },
  {
    path: 'settings/notifications',
    title: 'Notifications',
    load: () => import('./settings/notifications/notifications.screen.js'),
  },
  {
    path: 'settings/about',
    title: 'About',
    load: () => import('./settings/about/about.screen.js'),
  },
  {
    path: 'audit',
    title: 'Audit',
    nav: { icon: 'audit', key: 'u' },
    load: () => import('./audit/audit.screen.js'),
  },
  { path: 'sign-in', title: 'Sign in', load: () => import('./sign-in/sign-in.screen.js') },
];
