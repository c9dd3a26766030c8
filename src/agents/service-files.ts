/** Where an agent lives on a Linux host, and as whom. All paths are absolute, without blanks. */
export interface AgentPaths {
  /** The script, owned by root, writable by nobody else. */
  script: string;
  /** Its settings, beside it. */
  config: string;
  /** A folder in memory that the service manager makes at each start, or one on disk under cron. */
  state: string;
  user: string;
}

export const AGENT_NAME = 'hostwarden-agent';

export const DEFAULT_PATHS: AgentPaths = {
  script: '/opt/hostwarden-agent/hostwarden-agent.sh',
  config: '/opt/hostwarden-agent/hostwarden-agent.conf',
  state: '/run/hostwarden-agent',
  user: AGENT_NAME,
};

/** Settings of an agent as its script reads them; what is null is left out. */
export interface AgentConfig {
  server: string;
  token_file: string;
  state: string;
  version: string;
  ca_file: string | null;
  pin: string | null;
}

/** Text of hostwarden-agent.conf. Throws on a value with a line end, which would be a second setting. */
export function agentConfigFile(config: AgentConfig): string {
  const entries = Object.entries(config as unknown as Record<string, string | null>).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  const bad = entries.find(([, value]) => /[\p{Cc}]/u.test(value));
  if (bad !== undefined) throw new Error(`a setting of an agent has a line end: ${bad[0]}`);
  return entries.map(([key, value]) => `${key}=${value}\n`).join('');
}

/**
 * A unit for systemd from 232 on: a user of its own, which may write to nothing but its folder in memory, and no privileges.
 * Without ProtectKernelModules, which would hide from it which kernels lie ready.
 */
export function systemdUnit(paths: AgentPaths = DEFAULT_PATHS): string {
  const runtime = /^\/run\/([A-Za-z0-9_-]+)$/.exec(paths.state)?.[1];
  return `[Unit]
Description=hostwarden agent
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=/bin/sh ${paths.script} run
Environment=HOSTWARDEN_AGENT_CONFIG=${paths.config}
User=${paths.user}
Restart=always
RestartSec=10
TimeoutStopSec=10
Nice=10
TasksMax=64
${runtime === undefined ? `ReadWritePaths=${paths.state}` : `RuntimeDirectory=${runtime}\nRuntimeDirectoryMode=0700`}
CapabilityBoundingSet=
NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectKernelTunables=yes
ProtectSystem=strict
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictRealtime=yes
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
`;
}

/**
 * A service for OpenRC. `need` would fail where a system has no service of that name, so order is only wished for; and as supervise-daemon leaves the children
 * of what it stops, the agent ends its own.
 */
export function openrcService(paths: AgentPaths = DEFAULT_PATHS): string {
  return `#!/sbin/openrc-run
description="hostwarden agent"
supervisor=supervise-daemon
command=/bin/sh
command_args="${paths.script} run"
command_user="${paths.user}"
supervise_daemon_args="--env HOSTWARDEN_AGENT_CONFIG=${paths.config}"
respawn_delay=10
respawn_max=0

depend() {
  use net
  after firewall
}

start_pre() {
  checkpath --directory --owner "${paths.user}" --mode 0700 "${paths.state}"
}
`;
}

/**
 * Lines for cron where there is no service manager: at the start, and each minute if it does not run (the agent itself sees to that; a second one ends at once).
 * With `withUser` for /etc/cron.d, without for a crontab of the agent's own user: by the minute alone, as the crond of BusyBox (1.35) dies of any `@` line.
 */
export function cronLines(paths: AgentPaths, withUser: boolean): string {
  const command = `HOSTWARDEN_AGENT_CONFIG=${paths.config} /bin/sh ${paths.script} run >/dev/null 2>&1\n`;
  return withUser
    ? `@reboot ${paths.user} ${command}* * * * * ${paths.user} ${command}`
    : `* * * * * ${command}`;
}
