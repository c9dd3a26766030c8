import type { Command } from 'commander';
import { addDetails } from '../command-details.js';
import { addConnectionOptions, addGroup, readOptions, type Bind } from '../command-options.js';

export function addWatch(program: Command, bind: Bind): void {
  const run = bind(async () => (await import('./watch.js')).watchAgents);
  const agents = addGroup(program, 'watch', 'stream events', ['agents'])
    .command('agents')
    .description('stream installs, updates and removals of agents, one line per event')
    .option('--host <host>', 'only this host: id, IP address or name')
    .option('--since <seq>', 'replay events after this one first')
    .option('--json', 'print each event as JSON');
  addDetails(agents, {
    examples: ['watch agents', 'watch agents --host web-1 --json'],
    json: 'AgentEvent, one on each line',
  });
  addConnectionOptions(agents).action((_options, command: Command) => run(readOptions(command)));
}
