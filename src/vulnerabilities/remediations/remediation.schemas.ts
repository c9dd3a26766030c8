import { z } from 'zod';
import { SEVERITIES } from '../../knowledge/records.js';

const OptionalText = z.string().nullable();

export const remediationExample = {
  host_id: 7,
  ip: '192.0.2.10',
  name: 'web-1',
  action: 'upgrade' as const,
  title: 'Upgrade httpd to 2.4.57-11.el9_4.1',
  command: 'dnf upgrade httpd httpd-core',
  packages: [
    {
      name: 'httpd',
      architecture: 'x86_64',
      installed_version: '2.4.57-5.el9',
      fixed_version: '2.4.57-11.el9_4.1',
    },
  ],
  upgrade_to: '2.4.57-11.el9_4.1',
  port: null,
  transport: null,
  ports: [],
  vulnerabilities: ['CVE-2024-38475', 'CVE-2024-38476'],
  findings: 4,
  known_exploited: 1,
  by_confidence: { confirmed: 4, 'version-based': 0, possible: 0 },
  severity: 'critical' as const,
  risk: 97.8,
  risk_reason:
    'CVE-2024-38475: Known exploited since 2025-05-01; EPSS 0.94; CVSS 9.1. ' +
    '3 other findings raise it from 97.6 to 97.8.',
  restart: 'service' as const,
};

/** An action on one host, and the findings that it resolves. */
export const RemediationResponse = z
  .object({
    host_id: z.int(),
    ip: z.string(),
    name: z.string(),
    action: z.enum(['upgrade', 'reboot', 'restart', 'no_fix', 'end_of_life', 'configure']),
    title: z.string(),
    command: OptionalText.meta({
      description: 'for a shell of the host; the package index has to be current. null: none',
    }),
    packages: z.array(
      z.object({
        name: z.string(),
        architecture: OptionalText,
        installed_version: OptionalText,
        fixed_version: OptionalText.meta({
          description: 'the lowest that resolves all its findings; null: none is known',
        }),
      }),
    ),
    upgrade_to: OptionalText.meta({
      description: 'the version that resolves all; null: none, or one for each package',
    }),
    port: z.int().nullable(),
    transport: z.enum(['tcp', 'udp']).nullable(),
    ports: z
      .array(z.object({ port: z.int(), transport: z.enum(['tcp', 'udp']) }))
      .meta({ description: 'all, the lowest first; `port` and `transport` are the first' }),
    vulnerabilities: z.array(z.string()).meta({ description: 'ids, highest risk first' }),
    findings: z.int(),
    known_exploited: z.int(),
    by_confidence: z
      .object({ confirmed: z.int(), 'version-based': z.int(), possible: z.int() })
      .meta({ description: 'number of findings of each certainty' }),
    severity: z.enum(SEVERITIES).meta({ description: 'the highest of its findings' }),
    risk: z.number().meta({ description: '0 to 100, of all its findings together' }),
    risk_reason: z.string().meta({ description: 'of the highest risk, and what the others add' }),
    restart: z.enum(['none', 'service', 'reboot', 'unknown']).meta({
      description: 'what makes an upgrade take effect',
    }),
  })
  .meta({ id: 'Remediation', examples: [remediationExample] });
export type RemediationBody = z.infer<typeof RemediationResponse>;
