import { z } from 'zod';
import { Timestamp } from '../http/common.js';

// A host's inventory in SQL and as a schema, in the spellings of both generations. `i` is the row of inventories.

const OLDER = [
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
const pairs = (columns: readonly string[]): string =>
  columns.map((c) => `'${c}', i.${c}`).join(', ');
const NEWER = `${pairs([...OLDER, 'architecture', 'running_kernel'])}, 'reboot_required', json(CASE i.reboot_required WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END), ${pairs(['collected_at', 'packages_count'])}`;
const PACKAGES = `(SELECT json_group_array(json_object('name', name, 'version', version, 'architecture', architecture)) FROM
  (SELECT p.name, p.version, p.architecture FROM host_packages l JOIN packages p ON p.id = l.package_id WHERE l.host_id = i.host_id ORDER BY p.name, p.architecture, p.version))`;

/** JSON objects made by SQLite. */
export const INVENTORY_JSON = {
  v1: `json_object(${pairs(OLDER)})`,
  v2: `json_object(${NEWER})`,
  v2WithPackages: `json_object(${NEWER}, 'packages', json(${PACKAGES}))`,
} as const;

const text = z.string().nullable();
const whole = z.int().nullable();
const older = {
  name: text,
  os: text,
  kernel_version: text,
  os_version: text,
  full_os_name: text,
  ram: whole.meta({ description: 'bytes' }),
  cpu_cores: whole,
  cpu_name: text,
  uptime: whole.meta({ description: 'seconds' }),
};
const example = {
  name: 'web-1',
  os: 'Debian GNU/Linux',
  kernel_version: '6.1.0-28-amd64',
  os_version: '12',
  full_os_name: 'Debian GNU/Linux 12 (bookworm)',
  ram: 8_589_934_592,
  cpu_cores: 4,
  cpu_name: 'AMD EPYC 7B13',
  uptime: 86_400,
};
const newer = {
  ...older,
  architecture: text,
  running_kernel: text,
  reboot_required: z.boolean().nullable(),
  collected_at: Timestamp,
  packages_count: z.int(),
};
const newerExample = {
  ...example,
  architecture: 'x86_64',
  running_kernel: '6.1.0-28-amd64',
  reboot_required: false,
  collected_at: 1_790_000_000,
  packages_count: 1,
};

/** The shape of the older generation. What the host did not tell is null. */
export const InventoryV1 = z.object(older).meta({ id: 'InventoryV1', examples: [example] });
/** The shape of the newer generation. */
export const InventoryV2 = z.object(newer).meta({ id: 'Inventory', examples: [newerExample] });
const PackageCountRow = z.object({ name: z.string(), version: z.string(), architecture: text });
/** In the host card, with its packages. */
export const InventoryDetail = z.object({ ...newer, packages: z.array(PackageCountRow) }).meta({
  id: 'InventoryCard',
  examples: [
    {
      ...newerExample,
      packages: [{ name: 'bash', version: '5.2.15-2+b7', architecture: 'amd64' }],
    },
  ],
});

export const inventoryExamples = { v1: example, v2: newerExample };
