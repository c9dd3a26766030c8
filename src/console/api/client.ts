import createClient from 'openapi-fetch';
import { ROOT } from '../app/place.js';
import { noteProgram, noteReachable, noteVersion } from './connection.js';
import { oldestSeq } from './oldest-seq.js';
import { ApiError, toApiError } from './problem.js';
import type { paths } from './schema.js';
import { readHalf, sessionEnded } from './session-half.js';

const MAX_IDS = 5;
const requestIds: string[] = [];

/** Returns the ids of the last responses, newest first: the log of the service has them too. */
export const lastRequestIds = (): readonly string[] => requestIds;

function noteRequestId(id: string | null): void {
  if (id === null) return;
  requestIds.unshift(id);
  requestIds.length = Math.min(requestIds.length, MAX_IDS);
}

/** Sends a request with the second half of the session, and notes what its response says about the service. */
async function sessionFetch(request: Request): Promise<Response> {
  const half = readHalf();
  if (half !== null) request.headers.set('Hostwarden-Session', half);
  try {
    const response = await fetch(request);
    noteReachable(true);
    noteRequestId(response.headers.get('x-request-id'));
    noteVersion(response.headers.get('hostwarden-version'));
    noteProgram(response.headers.get('hostwarden-program'));
    oldestSeq.note(response.headers.get('hostwarden-events'));
    if (response.status === 401 && half !== null) sessionEnded(half);
    return response;
  } catch (error) {
    if (!request.signal.aborted) noteReachable(false);
    throw error;
  }
}

/** The client of the interface, typed by its OpenAPI document: `api.GET('/hosts', { params: { query } })`. */
export const api = createClient<paths>({
  baseUrl: ROOT.href.replace(/\/$/, ''),
  fetch: sessionFetch,
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Returns the body of a response. Throws ApiError for any other than success. */
export async function unwrap<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await answer;
  if (!response.ok) throw toApiError(response.status, error);
  if (data === undefined && response.status !== 204)
    throw new ApiError(response.status, 'unknown', 'The response is empty');
  return data as T;
}
