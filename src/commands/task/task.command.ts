import type { CommandSpecs } from '../command-spec.js';
import { failOn, limit } from '../shared-options.js';

const TASK = { '<task>': 'id or number, like TASK-00042' };

/** The commands of `task`. */
export const TASK_COMMANDS: CommandSpecs = {
  list: {
    about: 'list tasks, newest first',
    options: {
      '--query <text>': 'only with this text in number, template, state or error',
      '--template <template>': 'only tasks of this template: id or name',
      '--status <status>': {
        about: 'only with this status',
        choices: ['working', 'completed', 'failed', 'stopped'],
      },
      '--archived <which>': {
        about: 'tasks of deleted templates: true, false or all',
        choices: ['true', 'false', 'all'],
        default: 'false',
      },
      '--sort <key>':
        'id, template, type, status, hosts, started_at or duration; -duration turns it round',
      ...limit('50 on a terminal, otherwise all'),
    },
    run: async () => (await import('./task.read.js')).taskList,
    examples: [
      'task list',
      'task list --template nightly --status failed',
      'task list --limit 1000',
      'task list --sort -duration',
    ],
    json: 'Task[]',
  },
  show: {
    about: 'one task and the outcome of each host; "report" has its findings',
    arguments: TASK,
    run: async () => (await import('./task.read.js')).taskShow,
    examples: ['task show TASK-00042'],
    json: 'Task, with hosts: TaskHost[]',
  },
  watch: {
    about: 'show the progress of a task until it ends (exit code 1: it failed or was stopped)',
    arguments: TASK,
    options: { ...failOn('the task has an open finding'), '--json': 'print each event as JSON' },
    run: async () => (await import('./task.wait.js')).taskWatch,
    examples: ['task watch TASK-00042', 'task watch 42 --fail-on high'],
    json: 'Event, one on each line',
  },
  stop: {
    about: 'stop a task; hosts that are finished keep their results',
    arguments: TASK,
    options: {
      '--wait': 'wait until it has ended (exit code 1: it failed before it could stop)',
    },
    run: async () => (await import('./task.wait.js')).taskStop,
    examples: ['task stop TASK-00042', 'task stop 42 --wait'],
    json: 'Task',
  },
};
