import { Argument, type Command } from 'commander';
import { addDetails } from '../command-details.js';
import { readOptions, type Bind } from '../command-options.js';

/** Adds `completion`, and the hidden command that its scripts call. */
export function addCompletion(program: Command, bind: Bind): void {
  const run = bind(async () => (await import('./completion.js')).completion, {
    printsData: true,
  });
  const completion = program
    .command('completion')
    .description('print the script that completes commands in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action((shell: string, _options, c: Command) => run({ ...readOptions(c), shell }));
  addDetails(completion, {
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/hostwarden',
      'completion zsh > ~/.zsh/completions/_hostwarden',
      'completion fish > ~/.config/fish/completions/hostwarden.fish',
    ],
  });
  const runComplete = bind(async () => (await import('./completion.js')).printCompletion, {
    printsData: true,
  });
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .helpOption(false)
    .action((words: string[], _options, c: Command) =>
      runComplete({ words, program, given: c.optsWithGlobals<Record<string, string>>() }),
    );
}
