import { build } from 'vite';

/** Builds the console once before its tests, so that they see the sources as they are. */
export default async function buildConsole(): Promise<void> {
  await build({ configFile: 'vite.config.ts', logLevel: 'warn' });
}
