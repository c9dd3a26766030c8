import {
  AGENT_NAME,
  cronLines,
  DEFAULT_PATHS,
  openrcService,
  systemdUnit,
  type AgentPaths,
} from '../../service-files.js';
import type { LinuxFacts } from './linux.facts.js';

/** Where everything of the agent lies on one host. `folder` holds the agent whole, its service file too; beside it `.new` while one is put there, `.old` while the new one is tried. */
export interface LinuxLayout {
  /** before every path: empty, but where a test has a folder of its own */
  root: string;
  manager: 'systemd' | 'openrc' | 'cron';
  folder: string;
  token: string;
  /** the service file, or null where cron has one table a user */
  service: string | null;
  serviceMode: '0644' | '0755';
  serviceText: string;
  paths: AgentPaths;
}

/** Files of all service managers: what an earlier agent may have left, whichever it ran under. */
export const SERVICE_FILES = {
  systemd: '/etc/systemd/system/hostwarden-agent.service',
  openrc: '/etc/init.d/hostwarden-agent',
  cron: '/etc/cron.d/hostwarden-agent',
} as const;
export const STATE_FOLDERS = ['/run/hostwarden-agent', '/var/lib/hostwarden-agent'] as const;

/** Where an agent goes on a host of these facts, and as whom: a user of its own wherever one can be made. */
export function layoutOf(
  facts: Pick<LinuxFacts, 'manager' | 'cron' | 'canMakeUsers' | 'hasUser'>,
  root = '',
): LinuxLayout {
  const manager = facts.manager ?? 'cron';
  const folder = `${root}/opt/${AGENT_NAME}`;
  const paths: AgentPaths = {
    script: `${root}${DEFAULT_PATHS.script}`,
    config: `${root}${DEFAULT_PATHS.config}`,
    // nobody makes a folder in memory at the start where there is only cron
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
    serviceText:
      manager === 'systemd'
        ? systemdUnit(paths)
        : manager === 'openrc'
          ? openrcService(paths)
          : cronLines(paths, !hasTables),
  };
}
