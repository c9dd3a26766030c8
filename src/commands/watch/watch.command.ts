import type { Command } from 'commander';
import { addDetails } from '../command-details.js';
import { addConnectionOptions, addGroup, readOptions, type Bind } from '../command-options.js';

const EXAMPLES = {
  tasks: ['watch tasks', 'watch tasks --task TASK-00012'],
  agents: ['watch agents', 'watch agents --host web-1 --json'],
  all: ['watch all --json --since 0 >> events'],
};
const JSON_OUTPUT = 'Event, one on each line';

export function addWatch(program: Command, bind: Bind): void {
  const runAgents = bind(async () => (await import('./watch.js')).watchAgents);
  const runEvents = bind(async () => (await import('./watch-events.js')).watchEvents);
  const watch = addGroup(program, 'watch', 'stream events', ['tasks', 'agents', 'all']);
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
  addDetails(tasks, { examples: EXAMPLES.tasks, json: JSON_OUTPUT });
  addDetails(agents, { examples: EXAMPLES.agents, json: JSON_OUTPUT });
  addDetails(all, { examples: EXAMPLES.all, json: JSON_OUTPUT });
  addConnectionOptions(agents).action((_options, command: Command) =>
    runAgents(readOptions(command)),
  );
  for (const [what, command] of Object.entries({ tasks, all }))
    addConnectionOptions(command).action((_options, c: Command) =>
      runEvents({ ...readOptions(c), what }),
    );
}
