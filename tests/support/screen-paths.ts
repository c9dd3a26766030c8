/** Ids of a fleet. An absent one leaves out the screens that show one. */
export interface ShownIds {
  host?: number;
  group?: number;
  template?: number;
  task?: number;
  /** an earlier task of the template: the difference from it is shown */
  base?: number;
  batch?: number;
  vulnerability?: string;
}

/** Returns an address below `/ui/` of each screen, with its tabs and views: the one list of all screens. */
export const pathsOf = (ids: ShownIds): string[] => [
  '',
  'hosts',
  ...of(ids.host, (id) =>
    tabsOf(`hosts/${id}`, [
      'findings',
      'ports',
      'packages',
      'changes',
      'timeline',
      'tasks',
      'agent',
    ]),
  ),
  ...tabsOf('findings', ['actions', 'findings', 'hosts'], 'view'),
  ...of(ids.vulnerability, (id) => [`vulnerabilities/${id}`]),
  'acceptances',
  'templates',
  'templates/new',
  ...of(ids.template, (id) => [
    ...tabsOf(`templates/${id}`, ['history', 'tasks', 'schedule']),
    ...of(ids.base, (base) => [`templates/${id}?task=${ids.task}&base=${base}`]),
    `templates/${id}/edit`,
  ]),
  'calendar',
  'tasks',
  ...of(ids.task, (id) => tabsOf(`tasks/${id}`, ['results', 'differences'])),
  ...tabsOf('agents', ['without', 'operations'], 'view'),
  ...of(ids.batch, (id) => [`agents/batches/${id}`]),
  'settings',
  ...tabsOf('settings/access', ['sessions'], 'view'),
  'settings/feeds',
  'settings/groups',
  ...of(ids.group, (id) => [`settings/groups/${id}`]),
  ...tabsOf('settings/notifications', ['rules', 'deliveries'], 'view'),
  'settings/about',
  'audit',
];

const of = <T>(id: T | undefined, paths: (id: T) => string[]): string[] =>
  id === undefined ? [] : paths(id);

const tabsOf = (path: string, tabs: readonly string[], name = 'tab'): string[] => [
  path,
  ...tabs.map((tab) => `${path}?${name}=${tab}`),
];
