import { z } from 'zod';
import { paging, queryBoolean, queryNumber, Search, Timestamp } from '../http/common.js';
import { SEVERITIES } from '../knowledge/records.js';
import { FINDING_SORTS, type SortOrder } from './findings/findings.repository.js';
import { riskExample, riskFields } from './risk/risk.schemas.js';
import { acceptanceExample, AcceptanceResponse } from './acceptances/acceptances.schemas.js';

const text = z.string().nullable();
const Severity = z.enum(SEVERITIES);
const Epss = z
  .object({ score: z.number(), percentile: z.number().nullable(), date: text })
  .nullable();
const Kev = z
  .object({ date_added: z.string(), due_date: text, ransomware: z.boolean() })
  .nullable();

const summary = {
  vulnerability_id: z.string(),
  title: z.string(),
  cvss_score: z.number().nullable(),
  epss: Epss,
  kev: Kev,
};
const summaryExample = {
  vulnerability_id: 'CVE-2024-6387',
  title: 'A race condition in the signal handler of sshd',
  cvss_score: 8.1,
  epss: { score: 0.64, percentile: 0.98, date: '2026-11-01' },
  kev: null,
};

export const findingExample = {
  ...summaryExample,
  aliases: ['DSA-5724-1'],
  severity: 'critical' as const,
  cvss_vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H',
  host_id: 7,
  ip: '192.0.2.10',
  name: 'web-1',
  package: 'openssh-server',
  architecture: 'amd64',
  port: null,
  transport: null,
  program: null,
  runs_old_code: null,
  running_version: null,
  installed_version: '1:9.2p1-2+deb12u2',
  fixed_version: '1:9.2p1-2+deb12u3',
  confidence: 'confirmed' as const,
  advisory: 'DEBIAN-CVE-2024-6387',
  advisory_url: 'https://security-tracker.debian.org/tracker/CVE-2024-6387',
  feed: 'osv-debian',
  feed_version: '2026-11-01T04:00:00Z',
  explanation:
    'Installed version openssh-server 1:9.2p1-2+deb12u2 ' +
    '(built from openssh 1:9.2p1-2+deb12u2) is older than the fixed version ' +
    '1:9.2p1-2+deb12u3 for Debian:12 (dpkg version order).',
  remedy: 'apt-get update && apt-get install --only-upgrade openssh-server',
  ...riskExample,
  first_seen: 1_789_900_000,
  last_seen: 1_789_990_000,
  accepted: null,
};

/** The fields of a finding, in lists and in reports. */
export const findingFields = {
  ...summary,
  aliases: z.array(z.string()),
  severity: Severity,
  cvss_vector: text,
  host_id: z.int(),
  ip: z.string(),
  name: z.string(),
  package: text,
  architecture: text,
  port: z.int().nullable(),
  transport: z.enum(['tcp', 'udp']).nullable(),
  program: text.meta({ description: 'of the port; null: not known, or a finding in a package' }),
  runs_old_code: z.enum(['kernel', 'processes']).nullable().meta({
    description: 'the fix is installed, and code from before it still runs; null: no',
  }),
  running_version: text.meta({
    description: 'of the running kernel, where another one is installed; null: as installed',
  }),
  installed_version: text,
  fixed_version: text,
  confidence: z.enum(['confirmed', 'version-based', 'possible']),
  advisory: z.string(),
  advisory_url: text,
  feed: text,
  feed_version: text,
  explanation: z.string(),
  remedy: z.string(),
  ...riskFields,
  first_seen: Timestamp,
  last_seen: Timestamp,
  accepted: z
    .object({
      reason: z.string(),
      by: z.string(),
      until: Timestamp.nullable(),
      id: z.int(),
      kind: z.enum(['person', 'vendor']),
    })
    .nullable(),
};

export const FindingResponse = z
  .object(findingFields)
  .meta({ id: 'Finding', examples: [findingExample] });

const vulnerabilityExample = {
  ...summaryExample,
  severity: 'critical' as const,
  hosts_affected: 12,
  packages: ['openssh-client', 'openssh-server'],
  ...riskExample,
  first_seen: 1_789_900_000,
  last_seen: 1_789_990_000,
};

export const VulnerabilityResponse = z
  .object({
    ...summary,
    severity: Severity,
    hosts_affected: z.int(),
    packages: z.array(z.string()),
    ...riskFields,
    first_seen: Timestamp,
    last_seen: Timestamp,
  })
  .meta({ id: 'Vulnerability', examples: [vulnerabilityExample] });

const advisoryExample = {
  name: 'DSA-5724-1',
  feed: 'osv-debian',
  title: 'openssh - security update',
  severity: null,
  cvss_score: null,
  cvss_vector: null,
  url: 'https://security-tracker.debian.org/tracker/DSA-5724-1',
};

const AdvisoryResponse = z
  .object({
    name: z.string(),
    feed: z.string(),
    title: z.string(),
    severity: Severity.nullable(),
    cvss_score: z.number().nullable(),
    cvss_vector: text,
    url: text,
  })
  .meta({ id: 'Advisory', examples: [advisoryExample] });

export const VulnerabilityDetail = z
  .object({
    ...VulnerabilityResponse.shape,
    first_seen: Timestamp.nullable(),
    last_seen: Timestamp.nullable(),
    aliases: z.array(z.string()),
    cvss_vector: text,
    findings: z.array(FindingResponse),
    findings_total: z.int().meta({ description: '`findings` holds the first 1,000' }),
    advisories: z.array(AdvisoryResponse),
    acceptances: z.array(AcceptanceResponse),
  })
  .meta({
    id: 'VulnerabilityCard',
    examples: [
      {
        ...vulnerabilityExample,
        aliases: ['DSA-5724-1'],
        cvss_vector: null,
        findings: [findingExample],
        findings_total: 1,
        advisories: [advisoryExample],
        acceptances: [acceptanceExample],
      },
    ],
  });

const SORT_KEYS = FINDING_SORTS.flatMap((key) => [key, `-${key}`]);
const Sort = z.enum(SORT_KEYS as [string, ...string[]]).transform((key): SortOrder => ({
  by: key.replace(/^-/, '') as SortOrder['by'],
  isReversed: key.startsWith('-'),
}));

/** Filters, order and paging of lists of findings. */
export const FindingQuery = z.strictObject({
  severity: Severity.optional().meta({ description: 'minimum severity' }),
  severity_max: Severity.optional().meta({ description: 'maximum severity' }),
  kev: queryBoolean.optional(),
  package: Search.optional(),
  group_id: queryNumber(0, 1e15).optional(),
  accepted: queryBoolean.optional(),
  unimportant: queryBoolean.optional().meta({
    description: 'include findings rated unimportant by their publisher',
  }),
  q: Search.optional().meta({ description: 'substring of the id, the title or the package' }),
  host_id: queryNumber(0, 1e15).optional(),
  fixable: queryBoolean.optional().meta({ description: 'whether a fixed version is known' }),
  runs_old_code: z.enum(['kernel', 'processes']).optional().meta({
    description: 'what still runs the code from before an installed fix',
  }),
  epss_min: z
    .string()
    .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .optional()
    .meta({ override: { type: 'number', minimum: 0, maximum: 1 } }),
  sort: Sort.default({ by: 'risk', isReversed: false }).meta({
    override: { type: 'string', enum: SORT_KEYS, default: 'risk' },
    description: 'default: highest risk first; a leading `-` turns the order round',
  }),
  ...paging,
});
