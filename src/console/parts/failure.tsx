import type { ApiError } from '../api/problem.js';
import { asCalled } from '../api/connection.js';
import { Notice } from './notice.js';

/** A request that failed: the reason, its code and its id for the log of the service, and a way to repeat it. */
export function Failure({ error, retry }: { error: ApiError; retry: () => void }) {
  const id = error.requestId === null ? '' : `, request ${error.requestId}`;
  return (
    <Notice
      kind="error"
      title={asCalled(error.message)}
      action={{ label: 'Try again', run: retry }}
    >
      <p class="muted">
        {error.code}
        {id}
      </p>
    </Notice>
  );
}
