/** The details of a failed download. */
interface FailureDetails {
  /** HTTP status of the response; null: there was none */
  status?: number | null;
  /** another attempt may succeed */
  retry?: boolean;
  /** the wait that the publisher asks for, ms; null: none */
  retryAfterMs?: number | null;
  /** true: the failure is of the server or the way to it, so that its other files fail alike */
  isOfServer?: boolean;
}

/** A failed download. `message` is the reason for a person. */
export class DownloadError extends Error {
  override name = 'DownloadError';
  readonly status: number | null;
  readonly retry: boolean;
  readonly retryAfterMs: number | null;
  readonly isOfServer: boolean;
  constructor(
    message: string,
    { status = null, retry = false, retryAfterMs = null, isOfServer = false }: FailureDetails = {},
  ) {
    super(message);
    this.status = status;
    this.retry = retry;
    this.retryAfterMs = retryAfterMs;
    this.isOfServer = isOfServer;
  }
}
