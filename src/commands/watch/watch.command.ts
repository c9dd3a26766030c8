import type { Command } from 'commander';
import { addConnectionOptions, addGroup, readOptions, type Bind } from '../command-options.js';

const EXAMPLES = `
Examples:
  hostwarden watch tasks                            progress of all tasks
  hostwarden watch tasks --task TASK-00012          until this one has finished; its outcome is the exit code
  hostwarden watch all --json --since 0 >> events   every event that is still stored, and the following ones`;

export function addWatch(program: Command, bind: Bind): void {
  const runAgents = bind(async () => (await import('./watch.js')).watchAgents);
  const runEvents = bind(async () => (await import('./watch-events.js')).watchEvents);
  const watch = addGroup(program, 'watch', 'stream events', ['tasks', 'agents', 'all']);
  watch.addHelpText('after', EXAMPLES);
  const tasks = watch
    .command('tasks')
    .description('stream starts, progress and ends of tasks, one line per event')
    .option('--task <task>', 'only this one, until it has finished: id or number');
  const agents = watch
    .command('agents')
    .description('stream installs, updates and removals of agents, one line per event')
    .option('--host <host>', 'only this host: id, IP address or name');
  const all = watch
    .command('all')
    .description('stream events of tasks, agents and feeds, one line per event');
  for (const command of [tasks, agents, all])
    command
      .option('--since <seq>', 'replay events after this one first')
      .option('--json', 'print each event as JSON');
  addConnectionOptions(agents).action((_options, command: Command) =>
    runAgents(readOptions(command)),
  );
  for (const [what, command] of Object.entries({ tasks, all }))
    addConnectionOptions(command).action((_options, c: Command) =>
      runEvents({ ...readOptions(c), what }),
    );
}
