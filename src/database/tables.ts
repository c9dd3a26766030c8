import type {
  AgentTable,
  HostKeyTable,
  KeyConfirmationTable,
  OperationTable,
} from '../agents/agents.table.js';
import type { AgentBatchTable, AgentRefusalTable } from '../agents/batches/batches.table.js';
import type { AuditTable } from '../audit/audit.table.js';
import type { AgentEventTable } from '../events/events.js';
import type { StreamTable } from '../events/stream/stream.events.js';
import type { ClockJumpTable, ClockTable } from '../clock/clock.table.js';
import type { CredentialGroupTable, CredentialTable } from '../credentials/credentials.table.js';
import type { FleetDayTable } from '../fleet/history/fleet-days.table.js';
import type { HostSumTable } from '../fleet/sums/host-sums.table.js';
import type { GroupHostTable, GroupTable } from '../groups/groups.table.js';
import type { HostIdentifierTable } from '../pentest/identity/identifiers.table.js';
import type { HostTable } from '../hosts/hosts.table.js';
import type {
  HostPackageTable,
  InventoryLineTable,
  InventoryReportTable,
  InventoryTable,
  PackageChangeTable,
  PackageTable,
} from '../inventory/inventory.table.js';
import type {
  NotificationChannelTable,
  NotificationDeliveryTable,
  NotificationMarkTable,
  NotificationRuleTable,
} from '../notifications/notifications.table.js';
import type { ScheduleHistoryTable, ScheduleTable } from '../schedules/schedules.table.js';
import type { SessionTable } from '../sessions/sessions.table.js';
import type { ServiceTable } from '../services/services.table.js';
import type {
  HostProgressTable,
  TaskHostTable,
  TaskScanTable,
  TaskTable,
  TemplateImportTable,
} from '../tasks/tasks.table.js';
import type {
  TemplateGroupTable,
  TemplateHostTable,
  TemplateTable,
} from '../templates/templates.table.js';
import type { TokenTable } from '../tokens/tokens.table.js';
import type {
  AcceptanceMemberTable,
  AcceptanceTable,
  FactTable,
  FindingChangeTable,
  FindingDayTable,
  FindingDifferenceTable,
  HostCheckTable,
  HostFindingTable,
  HostMatchStateTable,
  NewestAcceptanceChangeTable,
  NewestResultTable,
  NumberSetTable,
  TaskResultTable,
  VulnerabilityTable,
} from '../vulnerabilities/vulnerabilities.table.js';

/** Every table by name. The columns are declared by the feature, their meaning is in `schema/`. */
export interface Tables {
  agents: AgentTable;
  host_keys: HostKeyTable;
  key_confirmations: KeyConfirmationTable;
  agent_operations: OperationTable;
  agent_batches: AgentBatchTable;
  agent_batch_refusals: AgentRefusalTable;
  agent_events: AgentEventTable;
  events: StreamTable;
  migrations: { id: number; name: string; sha256: string; applied_at: number };
  settings: { name: string; value: string };
  host_blocks: { block: number; hosts: number; unanswered: number };
  clock: ClockTable;
  clock_jumps: ClockJumpTable;
  audit: AuditTable;
  tokens: TokenTable;
  sessions: SessionTable;
  hosts: HostTable;
  groups: GroupTable;
  group_hosts: GroupHostTable;
  credentials: CredentialTable;
  credential_groups: CredentialGroupTable;
  templates: TemplateTable;
  template_hosts: TemplateHostTable;
  template_groups: TemplateGroupTable;
  schedules: ScheduleTable;
  schedule_history: ScheduleHistoryTable;
  tasks: TaskTable;
  task_hosts: TaskHostTable;
  task_scans: TaskScanTable;
  host_progress: HostProgressTable;
  template_imports: TemplateImportTable;
  services: ServiceTable;
  inventories: InventoryTable;
  inventory_reports: InventoryReportTable;
  inventory_lines: InventoryLineTable;
  packages: PackageTable;
  host_packages: HostPackageTable;
  package_changes: PackageChangeTable;
  vulnerabilities: VulnerabilityTable;
  facts: FactTable;
  host_findings: HostFindingTable;
  finding_days: FindingDayTable;
  finding_differences: FindingDifferenceTable;
  host_checks: HostCheckTable;
  finding_changes: FindingChangeTable;
  host_sums: HostSumTable;
  fleet_days: FleetDayTable;
  host_match_states: HostMatchStateTable;
  number_sets: NumberSetTable;
  task_results: TaskResultTable;
  host_identifiers: HostIdentifierTable;
  newest_result: NewestResultTable;
  acceptances: AcceptanceTable;
  acceptance_members: AcceptanceMemberTable;
  newest_acceptance_change: NewestAcceptanceChangeTable;
  notification_channels: NotificationChannelTable;
  notification_rules: NotificationRuleTable;
  notification_deliveries: NotificationDeliveryTable;
  notification_marks: NotificationMarkTable;
}
