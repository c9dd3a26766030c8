import { build } from 'vite';

/** Builds the console once before its tests, so that they see the sources as they are. */
export default async function buildConsole(): Promise<void> {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production'; // as it is shipped: a build for tests is a sixth larger
  try {
    await build({ configFile: 'vite.config.ts', logLevel: 'warn' });
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
}
