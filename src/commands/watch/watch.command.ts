import type { Command } from 'commander';
import { addDetails } from '../command-details.js';
import { addConnectionOptions, addGroup, readOptions, type Bind } from '../command-options.js';

const JSON_OUTPUT = 'Event, one on each line';

export function addWatch(program: Command, bind: Bind): void {
  const runAgents = bind(async () => (await import('./watch.js')).watchAgents);
  const runEvents = bind(async () => (await import('./watch-events.js')).watchEvents);
  const watch = addGroup(program, 'watch', 'stream events', ['tasks', 'agents', 'all']);
  const tasks = watch
    .command('tasks')
    .description('stream starts, progress and ends of tasks, one line per event');
  addDetails(tasks, {
    examples: ['watch tasks', 'watch tasks --json --since 0'],
    json: JSON_OUTPUT,
  });
  const agents = watch
    .command('agents')
    .description('stream installs, updates and removals of agents, one line per event')
    .option('--host <host>', 'only this host: id, IP address or name');
  addDetails(agents, {
    examples: ['watch agents', 'watch agents --host web-1'],
    json: JSON_OUTPUT,
  });
  const all = watch.command('all').description('stream all events, one line per event');
  addDetails(all, {
    examples: ['watch all', 'watch all --json --since 0 >> events.jsonl'],
    json: JSON_OUTPUT,
  });
  for (const command of [tasks, agents, all])
    addConnectionOptions(command.option('--since <seq>', 'replay events after this one first'));
  agents.action((_options, c: Command) => runAgents(readOptions(c)));
  for (const [what, command] of Object.entries({ tasks, all }))
    command.action((_options, c: Command) => runEvents({ ...readOptions(c), what }));
}
