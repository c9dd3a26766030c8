/** Files outside repositories and statements that may hold SQL, with the reason. */
export const SQL_EXEMPT = [
  { files: /^src\/database\//, reason: 'opens, migrates and checkpoints the database itself' },
  { files: /^src\/knowledge\/open-knowledge\.ts$/, reason: 'opens and migrates knowledge.db' },
  { files: /\.json\.ts$/, reason: 'SQLite writes the JSON of long lists: decision 004' },
];

/** The feature that writes a table; other features read it at most. */
export const TABLE_OWNERS: Record<string, string[]> = {
  agents: [
    'agents',
    'agent_batches',
    'agent_batch_refusals',
    'agent_operations',
    'host_keys',
    'key_confirmations',
  ],
  audit: ['audit'],
  clock: ['clock', 'clock_jumps'],
  credentials: ['credentials', 'credential_groups'],
  'data-dir': ['settings'],
  database: ['migrations'],
  events: ['agent_events', 'events'],
  // all of knowledge.db
  feeds: [
    'advisories',
    'advisory_vulnerabilities',
    'counters',
    'epss',
    'feed_files',
    'kept_releases',
    'feeds',
    'generations',
    'kev',
    'affected_packages',
    'ranges',
    'rejected',
    'sqlite_sequence',
  ],
  fleet: ['fleet_days', 'host_sums'],
  groups: ['groups', 'group_hosts'],
  hosts: ['hosts', 'host_blocks'],
  inventory: [
    'host_packages',
    'inventories',
    'inventory_lines',
    'inventory_reports',
    'package_changes',
    'packages',
  ],
  notifications: [
    'notification_channels',
    'notification_deliveries',
    'notification_marks',
    'notification_rules',
  ],
  schedules: ['schedules', 'schedule_history'],
  services: ['services'],
  pentest: ['host_identifiers'],
  sessions: ['sessions'],
  tasks: ['tasks', 'task_hosts', 'task_scans', 'host_progress'],
  templates: ['templates', 'template_groups', 'template_hosts', 'template_imports'],
  tokens: ['tokens'],
  vulnerabilities: [
    'acceptance_members',
    'acceptances',
    'facts',
    'finding_changes',
    'finding_days',
    'finding_differences',
    'host_checks',
    'host_findings',
    'host_match_states',
    'newest_acceptance_change',
    'newest_result',
    'number_sets',
    'task_results',
    'vulnerabilities',
  ],
};

/** Writes to a table of another feature, with the reason. */
export const WRITE_EXCEPTIONS = [
  {
    area: 'agents',
    table: 'hosts',
    reason: 'a check-in sets the status of its host in the same transaction',
  },
  {
    area: 'data-dir',
    table: 'credentials',
    reason: 'a change of the encryption key rewrites every secret',
  },
  {
    area: 'data-dir',
    table: 'notification_channels',
    reason: 'a change of the encryption key rewrites every secret',
  },
  {
    area: 'data-dir',
    table: 'tokens',
    reason: 'the first administrator token is stored before the service starts',
  },
  {
    area: 'groups',
    table: 'templates',
    reason: 'an operator who changes the hosts of a group determines the targets of its templates',
  },
  { area: 'knowledge', table: 'counters', reason: 'a new knowledge.db starts with its counters' },
  {
    area: 'knowledge',
    table: 'sqlite_sequence',
    reason: 'a new knowledge.db starts with its sequences',
  },
  {
    area: 'tasks',
    table: 'hosts',
    reason: 'the outcome of a task is stored with the status of its host in one transaction',
  },
  {
    area: 'tasks',
    table: 'template_imports',
    reason: 'the outcome of a task is stored with its import in one transaction',
  },
  {
    area: 'vulnerabilities',
    table: 'packages',
    reason: 'results mark the packages that they refer to',
  },
];
