import { z } from 'zod';
import { Timestamp } from '../http/common.js';

const text = z.string().nullable();
const whole = z.int().nullable();
const v1 = {
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
const v1Example = {
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
const v2 = {
  ...v1,
  architecture: text,
  running_kernel: text,
  reboot_required: z.boolean().nullable(),
  restarts_required: z
    .array(z.string())
    .nullable()
    .meta({
      description:
        'services, or programs without one, that run files which were replaced; null: not known, ' +
        'as not all processes were seen after the last change of the packages',
    }),
  processes_not_seen: whole.meta({
    description:
      'processes that could not be inspected; null: not inspected, or their number is not known',
  }),
  live_patches: z.array(z.string()).nullable().meta({
    description: 'names of the live patches that the kernel has loaded; null: none is known',
  }),
  collected_at: Timestamp,
  packages_count: z.int(),
};
const v2Example = {
  ...v1Example,
  architecture: 'x86_64',
  running_kernel: '6.1.0-28-amd64',
  reboot_required: false,
  restarts_required: ['nginx.service'],
  processes_not_seen: 0,
  live_patches: null,
  collected_at: 1_790_000_000,
  packages_count: 1,
};

/** The inventory in API version 1. Values that the host did not report are null. */
export const InventoryV1 = z.object(v1).meta({ id: 'InventoryV1', examples: [v1Example] });
/** The inventory in API version 2. */
export const InventoryV2 = z.object(v2).meta({ id: 'Inventory', examples: [v2Example] });
const InventoryPackage = z.object({ name: z.string(), version: z.string(), architecture: text });
/** The inventory in the detail of a host, with its packages. */
export const InventoryDetail = z.object({ ...v2, packages: z.array(InventoryPackage) }).meta({
  id: 'InventoryCard',
  examples: [
    {
      ...v2Example,
      packages: [{ name: 'bash', version: '5.2.15-2+b7', architecture: 'amd64' }],
    },
  ],
});

export const inventoryExamples = { v1: v1Example, v2: v2Example };
