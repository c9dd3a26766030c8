import {
  AGENT_NAME,
  cronLines,
  DEFAULT_PATHS,
  LOOK_NAME,
  lookService,
  lookUnits,
  openrcService,
  systemdUnit,
  type AgentPaths,
} from '../../service-files.js';
import type { LinuxFacts } from './linux.facts.js';

/**
 * The locations of the agent's files on one host. `folder` holds all files of the agent, its service file
 * too. Beside it are `.new` while an agent is uploaded, and `.old` until the new agent is verified.
 */
export interface LinuxLayout {
  /** prefix of every path; empty except in tests */
  root: string;
  manager: 'systemd' | 'openrc' | 'cron';
  folder: string;
  token: string;
  /** the service file, or null if cron has one table per user */
  service: string | null;
  serviceMode: '0644' | '0755';
  serviceText: string;
  /** root's inspection of the processes: text and place of each file; the last one is enabled */
  lookFiles: { name: string; text: string; path: string }[];
  paths: AgentPaths;
}

/** The service files of all service managers: an earlier agent may have used another one. */
export const SERVICE_FILES = {
  systemd: '/etc/systemd/system/hostwarden-agent.service',
  openrc: '/etc/init.d/hostwarden-agent',
  cron: '/etc/cron.d/hostwarden-agent',
} as const;
export const STATE_FOLDERS = ['/run/hostwarden-agent', '/var/lib/hostwarden-agent'] as const;

/**
 * Returns the locations and the user of an agent on a host with these facts: a separate user if one can
 * be created.
 */
export function layoutOf(
  facts: Pick<LinuxFacts, 'manager' | 'cron' | 'canMakeUsers' | 'hasUser'>,
  root = '',
): LinuxLayout {
  const manager = facts.manager ?? 'cron';
  const folder = `${root}/opt/${AGENT_NAME}`;
  const paths: AgentPaths = {
    script: `${root}${DEFAULT_PATHS.script}`,
    config: `${root}${DEFAULT_PATHS.config}`,
    // cron alone does not create a directory in memory at the start
    state: `${root}${manager === 'cron' ? STATE_FOLDERS[1] : STATE_FOLDERS[0]}`,
    user: facts.hasUser || facts.canMakeUsers ? DEFAULT_PATHS.user : 'root',
  };
  const hasTables = manager === 'cron' && facts.cron === 'tables';
  return {
    root,
    manager,
    folder,
    paths,
    token: `${folder}/token`,
    service: hasTables ? null : `${root}${SERVICE_FILES[manager]}`,
    serviceMode: manager === 'openrc' ? '0755' : '0644',
    serviceText: serviceFile(manager, paths, !hasTables),
    lookFiles: lookFiles(manager, paths, root),
  };
}

/** The files of root's inspection of the processes; cron has it in the table of the agent. */
export const LOOK_FILES = {
  service: `/etc/systemd/system/${LOOK_NAME}.service`,
  timer: `/etc/systemd/system/${LOOK_NAME}.timer`,
  openrc: `/etc/init.d/${LOOK_NAME}`,
} as const;

function lookFiles(
  manager: LinuxLayout['manager'],
  paths: AgentPaths,
  root: string,
): LinuxLayout['lookFiles'] {
  if (manager === 'cron') return [];
  const file = (name: keyof typeof LOOK_FILES, text: string) => ({
    name: `look.${name}`,
    text,
    path: `${root}${LOOK_FILES[name]}`,
  });
  if (manager === 'openrc') return [file('openrc', lookService(paths))];
  const { service, timer } = lookUnits(paths);
  return [file('service', service), file('timer', timer)];
}

function serviceFile(
  manager: LinuxLayout['manager'],
  paths: AgentPaths,
  hasUserField: boolean,
): string {
  switch (manager) {
    case 'systemd':
      return systemdUnit(paths);
    case 'openrc':
      return openrcService(paths);
    case 'cron':
      return cronLines(paths, hasUserField);
  }
}
