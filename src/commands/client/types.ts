import type { Readable } from 'node:stream';

export interface ApiResponse {
  status: number;
  /** parsed JSON; undefined: the response is not JSON */
  body: unknown;
  /** the unparsed body; absent after uploads */
  text?: string;
  /** names in lower case; absent after uploads */
  headers?: Readonly<Record<string, unknown>>;
}

/** The API of a service, in this process or elsewhere. */
export interface Client {
  request(method: string, path: string, body?: unknown): Promise<ApiResponse>;
  /** sends a stream, without a timeout for the response; `modified`: time of the last change of the content */
  upload(
    method: string,
    path: string,
    body: Readable,
    modified?: Date | null,
  ): Promise<ApiResponse>;
  /** the address of the service; absent: it runs in this process */
  service?: ServiceAddress;
  /**
   * Resumes interrupted tasks in this process and starts new ones; before it, no task starts, and a task that is
   * stopped ends at once. Absent: a service runs them.
   */
  resumeTasks?(): Promise<void>;
  /** releases the resources of the client; it cannot be used afterwards */
  close(): Promise<void>;
}

/** A running service. */
export interface ServiceAddress {
  url: string;
  token: string;
  /** advice for a token that is not accepted */
  hint: string;
  /** PEM of a certificate to trust, in addition to those of public authorities */
  trust?: string;
}

export interface ConnectOptions {
  dataDir?: string;
  url?: string;
  token?: string;
  /** the command is about existing data: a missing data directory is an error and is not created */
  needsDataDir?: boolean;
}

/** The options that a user can set. */
export type ServiceOptions = Pick<ConnectOptions, 'dataDir' | 'url' | 'token'>;
