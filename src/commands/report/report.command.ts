import type { Command } from 'commander';
import { SEVERITIES } from '../../knowledge/records.js';
import type { CommandSpecs, OptionSpecs } from '../command-spec.js';
import { readOptions } from '../command-options.js';
import { failOn } from '../shared-options.js';

const OUTPUT_OPTIONS: OptionSpecs = {
  '--format <format>': {
    about: 'table, json, csv, markdown, or html: a self-contained page (default: table)',
    choices: ['table', 'json', 'csv', 'markdown', 'html'],
  },
  '-o, --output <file>': 'write the report to a file',
};

const FINDING_OPTIONS: OptionSpecs = {
  '--unimportant': 'include findings rated unimportant by their publisher',
  '--severity <severity>': {
    about: 'list only findings of at least this severity; counts include all',
    choices: SEVERITIES,
  },
};

/** The commands `diff` and `report`. */
export const REPORT_COMMANDS: CommandSpecs = {
  diff: {
    about: "differences between a template's tasks",
    arguments: {
      '[template]': 'id or name; without: the only one that can be compared, or a list of them',
    },
    options: {
      ...OUTPUT_OPTIONS,
      '--last <n>': 'only the latest n tasks (default for a table: 10)',
      ...FINDING_OPTIONS,
      ...failOn('the latest task has a new finding'),
    },
    read: readFormat,
    run: async () => (await import('./diff.js')).diff,
    examples: [
      'diff nightly',
      'diff nightly --last 1 --fail-on high',
      'diff nightly --format html -o diff.html',
    ],
    json: 'TaskDiff[]',
  },
  report: {
    about: 'full report of a task',
    arguments: { '<task>': 'id or number, like TASK-00042' },
    options: {
      ...OUTPUT_OPTIONS,
      ...FINDING_OPTIONS,
      ...failOn('the task has an open finding'),
    },
    read: readFormat,
    run: async () => (await import('./report.js')).report,
    examples: ['report TASK-00042', 'report 42 --format csv -o report.csv'],
    json: 'TaskReport',
  },
};

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
