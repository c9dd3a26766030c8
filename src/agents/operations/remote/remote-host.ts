import type { ServiceManager } from '../../agents.table.js';

/** Facts about a host that an operation needs before it makes changes. */
export interface RemoteHostFacts {
  isInstalled: boolean;
  /** whether any file, service or user of the agent exists */
  hasTraces: boolean;
  version: string | null;
  /** SHA-256, in hex, of the token of the installed agent; null: none, or not readable */
  tokenSha256: string | null;
  /** the same for the agent that an interrupted operation moved aside */
  oldTokenSha256: string | null;
  manager: ServiceManager | null;
  /** for messages: system, architecture, service manager */
  summary: string;
  /** Throws the OperationFailure that prevents an agent on this host. */
  assertSupported(): void;
}

/** The contents of a new agent. */
export interface NewAgent {
  server: string;
  version: string;
  token: string;
  /** PEM of the certificate to trust; null: none */
  ca: string | null;
}

/**
 * A host with an open login, and the actions of an operation on it, the same for every operating system.
 * All methods reject with OperationFailure, SshError or WinRmError.
 */
export interface RemoteHost {
  /** for messages: the user, and the key that the host presented */
  login: string;
  key: { kind: 'ssh' | 'winrm'; type: string; fingerprint_sha256: string } | null;
  /** this machine's own address on the connection */
  localAddress: string;
  /**
   * Runs a command, and determines how the user has the rights that an agent needs. Makes no changes. Returns a
   * sentence; rejects with `no_shell`, `sudo_denied` or `access_denied`.
   */
  findRights(): Promise<string>;
  /** Makes no changes. */
  inspect(): Promise<RemoteHostFacts>;
  /** Calls the server from the host. Makes no changes. Rejects with `no_way_back`. */
  testCallback(server: string, ca: string | null): Promise<void>;
  /** Uploads the new agent beside the active one. Call it after `inspect`. */
  stage(agent: NewAgent): Promise<void>;
  /**
   * Activates the staged agent and keeps the former one for `rollback`.
   * @param shouldKeepOld the agent that an interrupted operation moved aside is the valid one
   */
  start(shouldKeepOld: boolean): Promise<void>;
  /** Returns the state of the service, for an agent that does not start. */
  diagnose(): Promise<string>;
  /**
   * Restores the former agent, or removes the new one if there was none.
   * @param isStarted whether `start` was called
   */
  rollback(isStarted: boolean): Promise<void>;
  /** Removes the files that were kept for `rollback`. */
  cleanUp(): Promise<void>;
  /** Removes all files of the agent. Rejects with `not_removed` and the list of what remains. */
  remove(): Promise<void>;
  close(): Promise<void>;
}
