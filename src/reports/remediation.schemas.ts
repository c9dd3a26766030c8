import { z } from 'zod';
import { SEVERITIES } from '../knowledge/records.js';
import { riskExample } from '../vulnerabilities/risk/risk.schemas.js';

const OptionalText = z.string().nullable();

/** A remediation of one host of a task. */
export const HostRemediationResponse = z
  .object({
    host_id: z.int(),
    ip: z.string(),
    name: z.string(),
    action: z.enum(['upgrade', 'no_fix', 'end_of_life', 'configure']),
    title: z.string(),
    command: OptionalText.meta({ description: 'for a shell of the host; null without one' }),
    packages: z.array(
      z.object({
        name: z.string(),
        architecture: OptionalText,
        installed_version: OptionalText,
        fixed_version: OptionalText,
      }),
    ),
    port: z.int().nullable(),
    transport: z.enum(['tcp', 'udp']).nullable(),
    vulnerabilities: z.array(z.string()).meta({ description: 'ids, highest risk first' }),
    findings: z.int(),
    known_exploited: z.int(),
    severity: z.enum(SEVERITIES).meta({ description: 'the worst' }),
    risk: z.number().meta({ description: '0 to 100: of all findings together' }),
    restart: z.enum(['none', 'service', 'reboot', 'unknown']),
  })
  .meta({
    id: 'ReportedRemediation',
    examples: [
      {
        host_id: 7,
        ip: '192.0.2.10',
        name: 'web-1',
        action: 'upgrade',
        title: 'Upgrade openssh-server to 1:9.2p1-2+deb12u3',
        command: 'apt-get install --only-upgrade openssh-server',
        packages: [
          {
            name: 'openssh-server',
            architecture: 'amd64',
            installed_version: '1:9.2p1-2+deb12u2',
            fixed_version: '1:9.2p1-2+deb12u3',
          },
        ],
        port: null,
        transport: null,
        vulnerabilities: ['CVE-2024-6387'],
        findings: 1,
        known_exploited: 0,
        severity: 'critical',
        risk: riskExample.risk,
        restart: 'service',
      },
    ],
  });
