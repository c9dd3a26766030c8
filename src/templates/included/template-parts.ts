import type { Config } from '../../config.js';
import type { Database } from '../../database/database.js';
import { namesOfGroups } from '../../groups/groups.service.js';
import { namesOfHosts } from '../../hosts/hosts.service.js';
import type { Clock } from '../../platform/clock.js';
import { toRule } from '../../schedules/schedules.rows.js';
import type { TaskType } from '../../tasks/task-type.js';
import { describeTaskType } from '../../tasks/types/describe-task-type.js';
import { previewRule } from '../calendar/calendar.service.js';
import type { Template } from '../templates.js';

/** The parts that can be added to a template. */
export const TEMPLATE_PARTS = ['hosts', 'groups', 'starts', 'task_type'] as const;
type TemplatePart = (typeof TEMPLATE_PARTS)[number];

interface PartsDeps {
  database: Pick<Database, 'db'>;
  clock: Pick<Clock, 'now'>;
  config: Pick<Config, 'SCHEDULE_TIMEZONE'>;
  taskTypes: readonly TaskType[];
}

/** As many next starts, and names of hosts, as forms show. */
const STARTS = 5;
const NAMED_HOSTS = 30;

/** Returns a template with these parts, so that a page that shows them needs one request. */
export async function withParts(
  deps: PartsDeps,
  template: Template,
  parts: ReadonlySet<TemplatePart>,
): Promise<Template> {
  const { hosts, groups, schedule, type } = template;
  const taskType = deps.taskTypes.find(({ name }) => name === type);
  return {
    ...template,
    ...(parts.has('hosts') && {
      host_names: namesIn(
        hosts.slice(0, NAMED_HOSTS),
        await namesOfHosts(deps.database.db, hosts.slice(0, NAMED_HOSTS)),
      ),
    }),
    ...(parts.has('groups') && {
      group_names: namesIn(groups, await namesOfGroups(deps.database.db, groups)),
    }),
    ...(parts.has('starts') && {
      next_starts:
        schedule && previewRule(deps, toRule({ ...schedule, unit: schedule.type }), STARTS),
    }),
    ...(parts.has('task_type') && taskType && { task_type: describeTaskType(taskType) }),
  };
}

const namesIn = (ids: readonly number[], names: ReadonlyMap<number, string>): string[] =>
  ids.map((id) => names.get(id) ?? '');
