import { Option, type Command } from 'commander';
import { addDetails } from '../command-details.js';
import { SEVERITIES } from '../../knowledge/records.js';
import { addConnectionOptions, failOnOption, readOptions, type Bind } from '../command-options.js';

/** Adds `diff` and `report`. */
export function addReports(program: Command, bind: Bind): void {
  const run = {
    diff: bind(async () => (await import('./diff.js')).diff),
    report: bind(async () => (await import('./report.js')).report),
  };
  const diff = program
    .command('diff')
    .description("differences between a template's tasks")
    .argument(
      '[template]',
      'id or name; without: the only one that can be compared, or a list of them',
    )
    .addOption(formatOption())
    .option('-o, --output <file>', 'write the report to a file')
    .option('--last <n>', 'only the latest n tasks (default for a table: 10)')
    .option('--unimportant', UNIMPORTANT)
    .addOption(severityOption())
    .addOption(failOnOption('the latest task has a new finding'));
  addDetails(diff, {
    examples: [
      'diff nightly',
      'diff nightly --last 1 --fail-on high',
      'diff nightly --format html -o diff.html',
    ],
    json: 'TaskDiff[]',
  });
  addConnectionOptions(diff).action((template: string | undefined, _options, command: Command) =>
    run.diff({ ...readFormat(command), ...(template !== undefined && { template }) }),
  );
  const report = program
    .command('report')
    .description('full report of a task')
    .argument('<task>', 'id or number, like TASK-00042')
    .addOption(formatOption())
    .option('-o, --output <file>', 'write the report to a file')
    .option('--unimportant', UNIMPORTANT)
    .addOption(severityOption())
    .addOption(failOnOption('the task has an open finding'));
  addDetails(report, {
    examples: ['report TASK-00042', 'report 42 --format csv -o report.csv'],
    json: 'TaskReport',
  });
  addConnectionOptions(report).action((task: string, _options, command: Command) =>
    run.report({ ...readFormat(command), task }),
  );
}

/** `--json` is short for `--format json`. */
function readFormat(command: Command): Record<string, unknown> {
  const { json, ...options } = readOptions(command);
  if (json !== true) return options;
  if (options.format === undefined || options.format === 'json')
    return { ...options, format: 'json' };
  command.error('error: --json and --format contradict each other', {
    code: 'commander.conflictingOption',
    exitCode: 2,
  });
}

const UNIMPORTANT = 'include findings rated unimportant by their publisher';

const severityOption = (): Option =>
  new Option(
    '--severity <severity>',
    'list only findings of at least this severity; counts include all',
  ).choices(SEVERITIES);

const formatOption = (): Option =>
  new Option(
    '--format <format>',
    'table, json, csv, markdown, or html: a self-contained page (default: table)',
  ).choices(['table', 'json', 'csv', 'markdown', 'html']);
