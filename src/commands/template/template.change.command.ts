import { Option, type Command } from 'commander';
import { addDetails } from '../command-details.js';
import { addServiceAction, failOnOption, type Bind } from '../command-options.js';
import { listOption } from '../repeated-options.js';

const TYPES = ['pentest', 'inventory', 'agentInventory'];

/** Adds `template create`. */
export function addTemplateCreate(template: Command, bind: Bind): void {
  const run = bind(async () => (await import('./template.change.js')).templateCreate);
  const create = template
    .command('create')
    .description('create a template')
    .argument('<name>', 'name of the template')
    .addOption(
      new Option(
        '--type <type>',
        'pentest: port scan and checks; inventory: packages by SSH or WinRM; agentInventory: packages by agents',
      )
        .choices(TYPES)
        .default('pentest'),
    )
    .option('--host <host...>', 'hosts: ids, IP addresses or names')
    .option('--group <group...>', 'groups of hosts: ids or names');
  addParamOptions(create);
  addScheduleOptions(create)
    .option('--run', 'start a task now')
    .option('--wait', 'with --run: wait for the end of the task')
    .addOption(failOnOption('the task has an open finding (with --run)'));
  addDetails(create, {
    examples: [
      'template create nightly --group office --daily 02:30 --timezone Europe/Berlin',
      'template create web --host web-1 web-2 --ports 80,443 --every 6h --run --wait',
      'template create packages --type inventory --group office --credential root-key --weekly sunday --at 04:00',
    ],
    json: 'Template, or with --run Task',
  });
  addServiceAction(create, run, 'name');
}

/** Adds `template edit`. */
export function addTemplateEdit(template: Command, bind: Bind): void {
  const run = bind(async () => (await import('./template.change.js')).templateEdit);
  const edit = template
    .command('edit')
    .description('change a template; options that are left out keep their values')
    .argument('<template>', 'id or name')
    .option('--name <name>', 'new name')
    .option('--add-host <host...>', 'add hosts: ids, IP addresses or names')
    .option('--remove-host <host...>', 'remove hosts')
    .option('--add-group <group...>', 'add groups: ids or names')
    .option('--remove-group <group...>', 'remove groups');
  addParamOptions(edit);
  addScheduleOptions(edit).option('--no-schedule', 'remove the schedule');
  addDetails(edit, {
    examples: [
      'template edit nightly --daily 03:00',
      'template edit web --add-host web-3',
      'template edit web --ports default --checks',
    ],
    json: 'Template',
  });
  addServiceAction(edit, run, 'template');
}

const addParamOptions = (command: Command): Command =>
  command
    .addOption(
      listOption(
        '-p, --ports <list>',
        'pentest: ports and ranges: 22,80,8000-8100; all: -p-; the most common: default',
      ),
    )
    .addOption(
      new Option(
        '--speed <level>',
        'pentest: from 1 (fragile devices) to 5 (lab networks)',
      ).choices(['1', '2', '3', '4', '5']),
    )
    .addOption(
      new Option('--discovery <mode>', 'pentest: off scans every port of every host').choices([
        'auto',
        'off',
      ]),
    )
    .option('--checks', 'pentest: also look for weaknesses (default)')
    .option('--no-checks', 'pentest: detect services only')
    .option('--credential <name>', 'inventory: name or id of the credential for the login')
    .option('--imported', 'inventory: use the imported reports');

const addScheduleOptions = (command: Command): Command =>
  command
    .option('--every <interval>', 'start every 15m, 6h, 2d, 1w or 3mo')
    .option('--daily <time>', 'start every day at this time, like 02:30')
    .option('--weekly <day>', 'start every week on this day, like sunday (with --at)')
    .option('--monthly <day>', 'start every month on this day, 1 to 31 (with --at)')
    .option('--at <time>', 'time of day, like 02:30')
    .option(
      '--timezone <zone>',
      'time zone of these times, like Europe/Berlin (default: of this machine)',
    )
    .option('--start <time>', 'no start before this date or time')
    .option('--until <time>', 'no start after this date or time');
