import type { CommandSpec, CommandSpecs } from '../command-spec.js';

const stream = (
  spec: Pick<CommandSpec, 'about' | 'options' | 'examples' | 'run' | 'constants'>,
): CommandSpec => ({
  ...spec,
  options: {
    ...spec.options,
    '--json': 'print JSON',
    '--since <seq>': 'replay events after this one first',
  },
  json: 'Event, one on each line',
});

/** The commands of `watch`. */
export const WATCH_COMMANDS: CommandSpecs = {
  tasks: stream({
    about: 'stream starts, progress and ends of tasks, one line per event',
    constants: { what: 'tasks' },
    run: async () => (await import('./watch-events.js')).watchEvents,
    examples: ['watch tasks', 'watch tasks --json --since 0'],
  }),
  agents: stream({
    about: 'stream installs, updates and removals of agents, one line per event',
    options: { '--host <host>': 'only this host: id, IP address or name' },
    run: async () => (await import('./watch.js')).watchAgents,
    examples: ['watch agents', 'watch agents --host web-1'],
  }),
  all: stream({
    about: 'stream all events, one line per event',
    constants: { what: 'all' },
    run: async () => (await import('./watch-events.js')).watchEvents,
    examples: ['watch all', 'watch all --json --since 0 >> events.jsonl'],
  }),
};
