import type { CommandSpec, CommandSpecs } from '../command-spec.js';
import { REMOVED_JSON } from '../output/removed.js';
import { failOn, parseThousand } from '../shared-options.js';
import { TEMPLATE_CHANGE_COMMANDS } from './template.change.command.js';

const TEMPLATE = { '<template>': 'id or name' };
const TEMPLATES = { '<template...>': 'ids or names' };

const switching = (action: 'enable' | 'disable'): CommandSpec => ({
  about: `${action} the schedules of templates`,
  arguments: TEMPLATES,
  constants: { enable: action === 'enable' },
  run: async () => (await import('./template.change.js')).templateSwitch,
  examples: [`template ${action} nightly`],
});

/** The commands of `template`. */
export const TEMPLATE_COMMANDS: CommandSpecs = {
  list: {
    about: 'list templates',
    options: {
      '--name <text>': 'only templates with this text in their name',
      '--type <type>': 'only templates of this type',
      '--sort <key>': 'id, name, type, last_task or next_start; -name turns it round',
    },
    run: async () => (await import('./template.read.js')).templateList,
    examples: ['template list', 'template list --type pentest', 'template list --sort next_start'],
    json: 'Template[]',
  },
  show: {
    about: 'one template: its hosts, parameters and schedule',
    arguments: TEMPLATE,
    run: async () => (await import('./template.read.js')).templateShow,
    examples: ['template show nightly'],
    json: 'Template',
  },
  ...TEMPLATE_CHANGE_COMMANDS,
  run: {
    about: 'start a task of a template and print its number',
    arguments: TEMPLATE,
    options: {
      '--wait': 'wait for the end of the task (exit code 1: it failed or was stopped)',
      ...failOn('the task has an open finding'),
    },
    run: async () => (await import('./template.run.js')).templateRun,
    examples: [
      'template run nightly',
      'template run nightly --wait',
      'template run nightly --fail-on high',
    ],
    json: 'Task',
  },
  enable: switching('enable'),
  disable: switching('disable'),
  preview: {
    about: 'the next starts of a schedule',
    arguments: TEMPLATE,
    options: { '--count <n>': { about: 'how many starts', default: '10', parse: parseThousand } },
    run: async () => (await import('./template.read.js')).templatePreview,
    examples: ['template preview nightly --count 3'],
    json: 'integer[]',
  },
  history: {
    about: 'outcomes of the planned starts, newest first',
    arguments: TEMPLATE,
    run: async () => (await import('./template.read.js')).templateHistory,
    examples: ['template history nightly'],
    json: 'ScheduleHistoryItem[]',
  },
  remove: {
    about: 'remove templates; running tasks are stopped, and all tasks are archived',
    arguments: TEMPLATES,
    run: async () => (await import('./template.change.js')).templateRemove,
    examples: ['template remove nightly'],
    json: REMOVED_JSON,
  },
};
