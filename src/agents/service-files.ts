/** The locations and the user of an agent on a Linux host. All paths are absolute, without blanks. */
export interface AgentPaths {
  /** the script, owned by root and writable only by root */
  script: string;
  /** its settings, in the same directory */
  config: string;
  /** a directory in memory that the service manager creates at each start; under cron one on disk */
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

/** Settings of an agent as its script reads them; null: omitted. */
export interface AgentConfig {
  server: string;
  token_file: string;
  state: string;
  version: string;
  ca_file: string | null;
  pin: string | null;
}

/**
 * Returns the text of hostwarden-agent.conf. Throws on a value with a control character: a line end
 * would add a setting.
 */
export function agentConfigFile(config: AgentConfig): string {
  const entries = Object.entries(config as unknown as Record<string, string | null>).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  const invalid = entries.find(([, value]) => /[\p{Cc}]/u.test(value));
  if (invalid !== undefined)
    throw new Error(`an agent setting contains a control character: ${invalid[0]}`);
  return entries.map(([key, value]) => `${key}=${value}\n`).join('');
}

/**
 * Returns a unit for systemd 232 and later: a separate user without privileges that can write only to its
 * directory in memory. ProtectKernelModules is absent: it would hide the installed kernels.
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

/** The service of root that inspects the processes, for an agent that may not. */
export const LOOK_NAME = 'hostwarden-look';
/** The file that it writes and the agent reads; its script has the same path. */
const LOOK_FILE = `/run/${LOOK_NAME}/old-code`;

/**
 * Returns the units of root's inspection of the processes, for systemd 235 and later: once a minute it asks whether
 * packages changed. It has no network, writes one file, and has only the rights to read what processes run.
 */
export const lookUnits = ({ script }: AgentPaths = DEFAULT_PATHS) => ({
  service: `[Unit]
Description=hostwarden inspection of processes that run old code

[Service]
Type=oneshot
ExecStart=/bin/sh ${script} look ${LOOK_FILE} if-changed
RuntimeDirectory=${LOOK_NAME}
RuntimeDirectoryMode=0755
RuntimeDirectoryPreserve=yes
TimeoutStartSec=60
Nice=19
IOSchedulingClass=idle
TasksMax=16
LogLevelMax=warning
CapabilityBoundingSet=CAP_SYS_PTRACE CAP_DAC_READ_SEARCH
NoNewPrivileges=yes
PrivateDevices=yes
PrivateNetwork=yes
PrivateTmp=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectKernelTunables=yes
ProtectSystem=strict
RestrictAddressFamilies=AF_UNIX
RestrictRealtime=yes
SystemCallArchitectures=native
`,
  timer: `[Unit]
Description=hostwarden inspection of processes that run old code, once a minute

[Timer]
OnBootSec=1min
OnUnitActiveSec=1min
AccuracySec=10s

[Install]
WantedBy=timers.target
`,
});

/** Returns the OpenRC service of root's inspection of the processes: OpenRC has no timers. */
export const lookService = ({ script }: AgentPaths = DEFAULT_PATHS): string => `#!/sbin/openrc-run
description="hostwarden inspection of processes that run old code"
supervisor=supervise-daemon
command=/bin/sh
command_args="${script} look ${LOOK_FILE} forever"
respawn_delay=60
respawn_max=0

start_pre() {
  checkpath --directory --mode 0755 /run/${LOOK_NAME}
}
`;

/**
 * Returns a service for OpenRC. It declares `use` and `after` only, because `need` fails on systems without
 * a service of that name. supervise-daemon does not end the children of a service: the agent ends its own.
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
 * Returns lines for cron, for hosts without a service manager. cron starts the agent at boot and every
 * minute; a second agent ends at once. Root inspects the processes, where cron can run commands as root.
 * @param hasUserField true for /etc/cron.d, false for the crontab of the agent's user. That one has no
 * `@reboot` line, because the crond of BusyBox (1.35) crashes on any `@` line
 */
export function cronLines(paths: AgentPaths, hasUserField: boolean): string {
  const command = `HOSTWARDEN_AGENT_CONFIG=${paths.config} /bin/sh ${paths.script} run >/dev/null 2>&1\n`;
  const folder = LOOK_FILE.replace(/\/[^/]*$/, '');
  const script = `/bin/sh ${paths.script} look ${LOOK_FILE} if-changed`;
  const look = `mkdir -p ${folder} && ${script} >/dev/null 2>&1\n`;
  return hasUserField
    ? `@reboot ${paths.user} ${command}* * * * * ${paths.user} ${command}* * * * * root ${look}`
    : `* * * * * ${command}`;
}
