// SQL expressions that return a host's inventory as JSON, for both API versions. `i` is the row of inventories.

const V1_COLUMNS = [
  'name',
  'os',
  'kernel_version',
  'os_version',
  'full_os_name',
  'ram',
  'cpu_cores',
  'cpu_name',
  'uptime',
];
const toPairs = (columns: readonly string[]): string =>
  columns.map((c) => `'${c}', i.${c}`).join(', ');
const REBOOT_REQUIRED = `json(CASE i.reboot_required WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END)`;
const V2_PAIRS = [
  toPairs([...V1_COLUMNS, 'architecture', 'running_kernel']),
  `'reboot_required', ${REBOOT_REQUIRED}`,
  `'restarts_required', json(coalesce(i.old_code -> '$.restarts', 'null'))`,
  `'processes_not_seen', i.old_code ->> '$.unseen'`,
  `'live_patches', json(coalesce(i.live_patches, 'null'))`,
  toPairs(['collected_at', 'packages_count']),
].join(', ');
const PACKAGES = `(SELECT json_group_array(json_object('name', name, 'version', version, 'architecture', architecture)) FROM
  (SELECT p.name, p.version, p.architecture FROM host_packages l JOIN packages p ON p.id = l.package_id WHERE l.host_id = i.host_id ORDER BY p.name, p.architecture, p.version))`;

export const INVENTORY_JSON = {
  v1: `json_object(${toPairs(V1_COLUMNS)})`,
  v2: `json_object(${V2_PAIRS})`,
  v2WithPackages: `json_object(${V2_PAIRS}, 'packages', json(${PACKAGES}))`,
} as const;
