import { connectionFailureText } from '../../platform/http/connection-failure.js';
import { RefusedAddressError } from '../../platform/http/guarded-exchange.js';
import { toLine } from '../message/phrases.js';

/**
 * The result of one attempt. `status`: of HTTP, or code of the SMTP reply. `retryAfter`: seconds that the receiver asks
 * for, or null. `left`: recipients that a mail did not reach, while it reached others.
 */
export interface SendResult {
  ok: boolean;
  status: number | null;
  answer: string | null;
  error: string | null;
  retryAfter: number | null;
  left?: readonly string[];
}

/**
 * `now`: Unix seconds. `signal` ends an attempt; not while the answer to a mail that was submitted is awaited: only
 * `closing` ends that. `onAccepted`: called as soon as the other side has taken the message; `left` and `error` as in
 * the result.
 */
export interface SendOptions {
  now: number;
  signal: AbortSignal;
  closing: AbortSignal;
  onAccepted?: (left: readonly string[], error: string | null) => void;
}

const MAX_ANSWER = 500;

/** Returns an answer as a person may see it: one line, bounded. */
export const shownAnswer = (text: string): string => toLine(text, MAX_ANSWER);

interface Failure {
  name?: string;
  message?: string;
  code?: string;
  response?: string;
  responseCode?: number;
  errors?: Failure[];
}

/** Returns the result of an attempt that ended with an error. Its text has no URL: that may be a secret. */
export function explainFailure(error: unknown): SendResult {
  const failure = firstOf(error as Failure);
  const { response, responseCode } = failure;
  return {
    ok: false,
    status: responseCode ?? null,
    answer: response === undefined ? null : shownAnswer(response),
    error: failureText(failure),
    retryAfter: null,
  };
}

/** Several addresses were tried: the error of the first one says most. */
const firstOf = (failure: Failure): Failure => failure.errors?.[0] ?? failure;

function failureText(failure: Failure): string {
  const { name, code, message = '', responseCode } = failure;
  if (failure instanceof RefusedAddressError) return `The address is not allowed: ${message}.`;
  if (name === 'TimeoutError') return 'There was no answer in time.';
  if (responseCode !== undefined) return `The mail server answered with ${responseCode}.`;
  const text = connectionFailureText(code) ?? toLine(message, MAX_ANSWER);
  return `The connection failed: ${text}.`;
}
