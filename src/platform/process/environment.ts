/** The surroundings of a process, from which settings are read. */
export interface Surroundings {
  env: Record<string, string | undefined>;
  cwd: string;
  uid: number | undefined;
}

/** Returns the path of the script that Node.js runs. */
export const calledScript = (): string => process.argv[1] ?? '';

/** Returns the surroundings of this process. Settings of the service are read by `readConfig` instead. */
export const surroundings = (): Surroundings => ({
  env: process.env,
  cwd: process.cwd(),
  uid: process.getuid?.(),
});
