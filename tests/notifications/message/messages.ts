import type { NotificationMessage } from '../../../src/notifications/message/message.js';
import type { SelectedFinding } from '../../../src/reports/selections.js';

/** Foreign text that would be markup, a mention or a header in one of the formats. */
const HOSTILE = '<b>@here</b> *x* [a](http://evil.example)\r\nBcc: a@evil.example\u202e';

const finding = (more: Partial<SelectedFinding> = {}): SelectedFinding => ({
  vulnerability_id: 'CVE-2024-6387',
  title: 'A race condition in sshd',
  severity: 'critical',
  cvss_score: 8.1,
  host_id: 7,
  ip: '192.0.2.10',
  name: 'web-1',
  package: 'openssh-server',
  port: null,
  transport: null,
  program: null,
  installed_version: '1:9.2p1-2',
  fixed_version: '1:9.2p1-3',
  risk: 88.1,
  known_exploited: true,
  remedy: 'apt-get install --only-upgrade openssh-server',
  ...more,
});

/** A message with a list of each kind. */
export const message = (more: Partial<NotificationMessage> = {}): NotificationMessage => ({
  version: 1,
  id: 1_876_951_040_123_456,
  event: 'finding.new',
  events: ['finding.new', 'task.incomplete'],
  time: 1_790_000_000,
  template: { id: 3, name: 'nightly' },
  task: {
    id: 12,
    number_task: 'TASK-00012',
    status: 'completed',
    started_at: 1_789_999_000,
    finished_at: 1_790_000_000,
    hosts_total: 40,
    error: null,
  },
  summary: {
    text: 'nightly (TASK-00012): 7 new findings (7 critical; 1 known exploited)',
    new: 7,
    fixed: 0,
    open: 50,
    known_exploited: 1,
    by_severity: { critical: 7 },
    items: 1,
  },
  findings: [finding(), finding({ package: null, port: 22, transport: 'tcp', name: HOSTILE })],
  more: 5,
  fixed: [],
  items: [
    {
      event: 'task.incomplete',
      text: 'web-2 (192.0.2.11): The host did not answer.',
      host_id: 8,
      ip: '192.0.2.11',
      name: 'web-2',
    },
  ],
  remediations: [],
  url: 'https://hw.example/ui/tasks/12',
  ...more,
});
