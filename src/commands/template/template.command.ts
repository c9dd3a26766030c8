import { InvalidArgumentError, Option, type Command } from 'commander';
import { addDetails } from '../command-details.js';
import {
  addConnectionOptions,
  addGroup,
  addServiceAction,
  failOnOption,
  readOptions,
  type Bind,
} from '../command-options.js';
import { REMOVED_JSON } from '../output/removed.js';
import { addTemplateCreate, addTemplateEdit } from './template.change.command.js';

const TEMPLATE = 'id or name';

/** Adds `template`. */
export function addTemplates(program: Command, bind: Bind): void {
  const template = addGroup(program, 'template', 'what is scanned or inventoried, how and when', [
    'list',
    'show',
    'create',
    'edit',
    'run',
    'enable',
    'disable',
    'preview',
    'history',
    'remove',
  ]);
  addReading(template, bind);
  addTemplateCreate(template, bind);
  addTemplateEdit(template, bind);
  addRun(template, bind);
  addSchedules(template, bind);
  addRemove(template, bind);
}

function addReading(template: Command, bind: Bind): void {
  const runList = bind(async () => (await import('./template.read.js')).templateList);
  const list = template
    .command('list')
    .description('list templates')
    .option('--name <text>', 'only templates with this text in their name')
    .option('--type <type>', 'only templates of this type')
    .option('--sort <key>', 'id, name, type, last_task or next_start; -name turns it round');
  addDetails(list, {
    examples: ['template list', 'template list --type pentest', 'template list --sort next_start'],
    json: 'Template[]',
  });
  addServiceAction(list, runList);

  const runShow = bind(async () => (await import('./template.read.js')).templateShow);
  const show = template
    .command('show')
    .description('one template: its hosts, parameters and schedule')
    .argument('<template>', TEMPLATE);
  addDetails(show, { examples: ['template show nightly'], json: 'Template' });
  addServiceAction(show, runShow, 'template');
}

function addRun(template: Command, bind: Bind): void {
  const run = bind(async () => (await import('./template.run.js')).templateRun);
  const command = template
    .command('run')
    .description('start a task of a template and print its number')
    .argument('<template>', TEMPLATE)
    .option('--wait', 'wait for the end of the task (exit code 1: it failed or was stopped)')
    .addOption(failOnOption('the task has an open finding'));
  addDetails(command, {
    examples: [
      'template run nightly',
      'template run nightly --wait',
      'template run nightly --fail-on high',
    ],
    json: 'Task',
  });
  addServiceAction(command, run, 'template');
}

function addSchedules(template: Command, bind: Bind): void {
  const runSwitch = bind(async () => (await import('./template.change.js')).templateSwitch);
  for (const action of ['enable', 'disable']) {
    const command = template
      .command(action)
      .description(`${action} the schedules of templates`)
      .argument('<template...>', 'ids or names');
    addDetails(command, { examples: [`template ${action} nightly`] });
    addConnectionOptions(command).action((templates: string[], _options, c: Command) =>
      runSwitch({ ...readOptions(c), templates, enable: action === 'enable' }),
    );
  }
  const runPreview = bind(async () => (await import('./template.read.js')).templatePreview);
  const preview = template
    .command('preview')
    .description('the next starts of a schedule')
    .argument('<template>', TEMPLATE)
    .addOption(new Option('--count <n>', 'how many starts').default('10').argParser(parseCount));
  addDetails(preview, { examples: ['template preview nightly --count 3'], json: 'integer[]' });
  addServiceAction(preview, runPreview, 'template');
  const runHistory = bind(async () => (await import('./template.read.js')).templateHistory);
  const history = template
    .command('history')
    .description('outcomes of the planned starts, newest first')
    .argument('<template>', TEMPLATE);
  addDetails(history, { examples: ['template history nightly'], json: 'ScheduleHistoryItem[]' });
  addServiceAction(history, runHistory, 'template');
}

function parseCount(text: string): string {
  if (!/^[1-9]\d{0,2}$|^1000$/.test(text))
    throw new InvalidArgumentError('It must be between 1 and 1000.');
  return text;
}

function addRemove(template: Command, bind: Bind): void {
  const run = bind(async () => (await import('./template.change.js')).templateRemove);
  const remove = template
    .command('remove')
    .description('remove templates; running tasks are stopped, and all tasks are archived')
    .argument('<template...>', 'ids or names');
  addDetails(remove, { examples: ['template remove nightly'], json: REMOVED_JSON });
  addServiceAction(remove, run, 'templates');
}
