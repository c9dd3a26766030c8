import { readFile } from 'node:fs/promises';

const FILES = { linux: 'hostwarden-agent.sh', windows: 'hostwarden-agent.ps1' } as const;

/** The text of the script that agents are: it can also be run where none is installed, with the argument `collect`. */
export const agentScript = (os: keyof typeof FILES): Promise<string> =>
  readFile(new URL(`../../../agent/${FILES[os]}`, import.meta.url), 'utf8');
