import type { ServiceManager } from '../../agents.table.js';

/** What an operation needs to know of a host before it changes anything. */
export interface RemoteHostFacts {
  isInstalled: boolean;
  hasTraces: boolean;
  version: string | null;
  /** SHA-256, in hex, of the tokens that lie there: beside the agent, and beside the one that was put aside; null: none, or it can't be told */
  tokenSha256: string | null;
  oldTokenSha256: string | null;
  manager: ServiceManager | null;
  /** for a person: system, architecture, service manager */
  summary: string;
  /** Throws the OperationFailure that stands in the way of an agent there. */
  assertSupported(): void;
}

/** What is put on a host. */
export interface NewAgent {
  server: string;
  version: string;
  token: string;
  ca: string | null;
}

/** A host that was logged in to, and what an operation does there, the same for every system. All rejections are OperationFailure, SshError or WinRmError. */
export interface RemoteHost {
  /** for a person: as whom, and which key the host showed */
  login: string;
  key: { kind: 'ssh' | 'winrm'; type: string; fingerprint_sha256: string } | null;
  /** this machine's own address on the connection */
  localAddress: string;
  /** Changes nothing. */
  inspect(): Promise<RemoteHostFacts>;
  /** Lets the host itself call the server. Changes nothing. Rejects with no_way_back. */
  testCallback(server: string, ca: string | null): Promise<void>;
  /** Puts the new agent there, beside the one in force. After `inspect`. */
  stage(agent: NewAgent): Promise<void>;
  /** Takes it into force; the former one is kept. `keepOld`: what an interrupted operation had put aside is the good one. */
  start(keepOld: boolean): Promise<void>;
  /** What a person would look at where the agent does not come up. */
  diagnose(): Promise<string>;
  /** The former agent is in force again, or none if there was none. `isStarted`: `start` was tried. */
  rollback(isStarted: boolean): Promise<void>;
  /** What was kept to go back goes. */
  cleanUp(): Promise<void>;
  /** Everything of ours goes. Rejects with not_removed and what is left. */
  remove(): Promise<void>;
  close(): Promise<void>;
}
