import type { CommandSpecs, OptionSpecs } from '../command-spec.js';
import { listOption } from '../repeated-options.js';
import { failOn } from '../shared-options.js';

const PARAM_OPTIONS: OptionSpecs = {
  '-p, --ports <list>': listOption(
    'pentest: ports and ranges: 22,80,8000-8100; all: -p-; the most common: default',
  ),
  '--speed <level>': {
    about: 'pentest: from 1 (fragile devices) to 5 (lab networks)',
    choices: ['1', '2', '3', '4', '5'],
  },
  '--discovery <mode>': {
    about: 'pentest: off scans every port of every host',
    choices: ['auto', 'off'],
  },
  '--checks': 'pentest: also look for weaknesses (default)',
  '--no-checks': 'pentest: detect services only',
  '--credential <name>': 'inventory: name or id of the credential for the login',
  '--imported': 'inventory: use the imported reports',
};

const SCHEDULE_OPTIONS: OptionSpecs = {
  '--every <interval>': 'start every 15m, 6h, 2d, 1w or 3mo',
  '--daily <time>': 'start every day at this time, like 02:30',
  '--weekly <day>': 'start every week on this day, like sunday (with --at)',
  '--monthly <day>': 'start every month on this day, 1 to 31 (with --at)',
  '--at <time>': 'time of day, like 02:30',
  '--timezone <zone>': 'time zone of these times, like Europe/Berlin (default: of this machine)',
  '--start <time>': 'no start before this date or time',
  '--until <time>': 'no start after this date or time',
};

/** `template create` and `template edit`. */
export const TEMPLATE_CHANGE_COMMANDS: CommandSpecs = {
  create: {
    about: 'create a template',
    arguments: { '<name>': 'name of the template' },
    options: {
      '--type <type>': {
        about:
          'pentest: port scan and checks; inventory: packages by SSH or WinRM; agentInventory: packages by agents',
        choices: ['pentest', 'inventory', 'agentInventory'],
        default: 'pentest',
      },
      '--host <host...>': 'hosts: ids, IP addresses or names',
      '--group <group...>': 'groups of hosts: ids or names',
      ...PARAM_OPTIONS,
      ...SCHEDULE_OPTIONS,
      '--run': 'start a task now',
      '--wait': 'with --run: wait for the end of the task',
      ...failOn('the task has an open finding (with --run)'),
    },
    run: async () => (await import('./template.change.js')).templateCreate,
    examples: [
      'template create nightly --group office --daily 02:30 --timezone Europe/Berlin',
      'template create web --host web-1 web-2 --ports 80,443 --every 6h --run --wait',
      'template create packages --type inventory --group office --credential root-key --weekly sunday --at 04:00',
    ],
    json: 'Template, or with --run Task',
  },
  edit: {
    about: 'change a template; options that are left out keep their values',
    arguments: { '<template>': 'id or name' },
    options: {
      '--name <name>': 'new name',
      '--add-host <host...>': 'add hosts: ids, IP addresses or names',
      '--remove-host <host...>': 'remove hosts',
      '--add-group <group...>': 'add groups: ids or names',
      '--remove-group <group...>': 'remove groups',
      ...PARAM_OPTIONS,
      ...SCHEDULE_OPTIONS,
      '--no-schedule': 'remove the schedule',
    },
    run: async () => (await import('./template.change.js')).templateEdit,
    examples: [
      'template edit nightly --daily 03:00',
      'template edit web --add-host web-3',
      'template edit web --ports default --checks',
    ],
    json: 'Template',
  },
};
