import { Option, type Command } from 'commander';
import { addDetails } from '../command-details.js';
import {
  addGroup,
  addServiceAction,
  failOnOption,
  limitOption,
  type Bind,
} from '../command-options.js';

const TASK = 'id or number, like TASK-00042';

/** Adds `task`. */
export function addTasks(program: Command, bind: Bind): void {
  const task = addGroup(program, 'task', 'list, watch and stop tasks', [
    'list',
    'show',
    'watch',
    'stop',
  ]);
  addReading(task, bind);
  addWaiting(task, bind);
}

function addReading(task: Command, bind: Bind): void {
  const runList = bind(async () => (await import('./task.read.js')).taskList);
  const list = task
    .command('list')
    .description('list tasks, newest first')
    .option('--query <text>', 'only with this text in number, template, state or error')
    .option('--template <template>', 'only tasks of this template: id or name')
    .addOption(
      new Option('--status <status>', 'only with this status').choices([
        'working',
        'completed',
        'failed',
        'stopped',
      ]),
    )
    .addOption(
      new Option('--archived <which>', 'tasks of deleted templates: true, false or all')
        .choices(['true', 'false', 'all'])
        .default('false'),
    );
  list.option(
    '--sort <key>',
    'id, template, type, status, hosts, started_at or duration; -duration turns it round',
  );
  list.addOption(limitOption('50 on a terminal, otherwise all'));
  addDetails(list, {
    examples: [
      'task list',
      'task list --template nightly --status failed',
      'task list --limit 1000',
      'task list --sort -duration',
    ],
    json: 'Task[]',
  });
  addServiceAction(list, runList);

  const runShow = bind(async () => (await import('./task.read.js')).taskShow);
  const show = task
    .command('show')
    .description('one task and the outcome of each host; "report" has its findings')
    .argument('<task>', TASK);
  addDetails(show, { examples: ['task show TASK-00042'], json: 'Task, with hosts: TaskHost[]' });
  addServiceAction(show, runShow, 'task');
}

function addWaiting(task: Command, bind: Bind): void {
  const runWatch = bind(async () => (await import('./task.wait.js')).taskWatch);
  const watch = task
    .command('watch')
    .description(
      'show the progress of a task until it ends (exit code 1: it failed or was stopped)',
    )
    .argument('<task>', TASK)
    .addOption(failOnOption('the task has an open finding'));
  watch.option('--json', 'print each event as JSON');
  addDetails(watch, {
    examples: ['task watch TASK-00042', 'task watch 42 --fail-on high'],
    json: 'Event, one on each line',
  });
  addServiceAction(watch, runWatch, 'task');

  const runStop = bind(async () => (await import('./task.wait.js')).taskStop);
  const stop = task
    .command('stop')
    .description('stop a task; hosts that are finished keep their results')
    .argument('<task>', TASK)
    .option('--wait', 'wait until it has ended (exit code 1: it failed before it could stop)');
  addDetails(stop, { examples: ['task stop TASK-00042', 'task stop 42 --wait'], json: 'Task' });
  addServiceAction(stop, runStop, 'task');
}
