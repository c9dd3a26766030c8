import { z } from 'zod';
import { InventoryV2, inventoryExamples } from '../hosts/hosts.inventory.schemas.js';
import { Timestamp } from '../http/common.js';
import { Time } from '../schedules/times.schemas.js';

const text = z.string().nullable();

/** An installed package. */
export const PackageResponse = z
  .object({
    name: z.string(),
    version: z.string().meta({
      description: 'full version: with the release, and with the epoch unless it is zero',
    }),
    architecture: text,
    source: text,
    source_version: text,
    vendor: text,
    module: text,
    format: z.enum(['dpkg', 'rpm', 'apk', 'pacman', 'windows']),
    size: z.int().nullable().meta({ description: 'bytes' }),
    installed_at: Timestamp.nullable(),
  })
  .meta({
    id: 'Package',
    examples: [
      {
        name: 'bash',
        version: '5.2.15-2+b7',
        architecture: 'amd64',
        source: 'bash',
        source_version: '5.2.15-2',
        vendor: null,
        module: null,
        format: 'dpkg',
        size: 7_340_032,
        installed_at: null,
      },
    ],
  });

/** A change of a package between two inventories. */
export const PackageChangeResponse = z
  .object({
    detected_at: Timestamp,
    change: z.enum(['installed', 'removed', 'upgraded', 'downgraded']),
    name: z.string(),
    architecture: text,
    from_version: text,
    to_version: text,
  })
  .meta({
    id: 'PackageChange',
    examples: [
      {
        detected_at: 1_790_000_000,
        change: 'upgraded',
        name: 'openssl',
        architecture: 'amd64',
        from_version: '3.0.14-1',
        to_version: '3.0.15-1',
      },
    ],
  });

const SECTION_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const MAX_SECTIONS = 100;

/** A report to import: the raw text of each section. */
export const ImportRequest = z
  .strictObject({
    collected_at: Time.optional(),
    sections: z
      .record(z.string().regex(SECTION_NAME, 'must be a section name'), z.string())
      .refine(
        (s) => Object.keys(s).length <= MAX_SECTIONS,
        `must have at most ${MAX_SECTIONS} sections`,
      ),
  })
  .meta({
    id: 'NewInventoryReport',
    examples: [
      {
        collected_at: 1_790_000_000,
        sections: {
          'os-release': 'NAME="Debian GNU/Linux"\nVERSION_ID="12"\n',
          dpkg: 'bash\t5.2.15-2+b7\tamd64\tbash\t5.2.15-2\tii \t7168\n',
        },
      },
    ],
  });

/** The result of an import: the inventory in the form of API v2, and warnings about unreadable parts. */
export const ImportResponse = z
  .object({
    ...InventoryV2.shape,
    warnings: z.array(z.object({ section: z.string(), message: z.string() })),
  })
  .meta({
    id: 'ImportedInventory',
    examples: [
      { ...inventoryExamples.v2, warnings: [{ section: 'meminfo', message: 'no MemTotal' }] },
    ],
  });
