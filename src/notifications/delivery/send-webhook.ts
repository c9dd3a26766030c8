import type { OpenChannel } from '../channels/channels.service.js';
import type { NotificationMessage } from '../message/message.js';
import { exchangeGuarded } from '../../platform/http/guarded-exchange.js';
import type { AddressGuard } from '../../platform/net/address-guard.js';
import { explainFailure, shownAnswer, type SendOptions, type SendResult } from './send-result.js';
import { createWebhookRequest } from './webhook-request.js';

/** Delivers a message to a webhook. Never rejects. */
export async function sendWebhook(
  { format, secrets }: Pick<OpenChannel, 'format' | 'secrets'>,
  message: NotificationMessage,
  guard: AddressGuard,
  { now, signal, onAccepted }: SendOptions,
): Promise<SendResult> {
  try {
    const target = { format: format ?? 'json', url: secrets.url ?? '', secret: secrets.secret };
    const answer = await exchangeGuarded({
      ...createWebhookRequest(target, message, now),
      guard,
      signal,
      onStatus: (status) => {
        if (isAccepted(status)) onAccepted?.([], null);
      },
    });
    const { status, text, location, retryAfter } = answer;
    const ok = isAccepted(status);
    const error = ok ? null : explainStatus(status, location);
    return { ok, status, answer: shownAnswer(text), error, retryAfter };
  } catch (error) {
    return explainFailure(error);
  }
}

const isAccepted = (status: number): boolean => status >= 200 && status < 300;

function explainStatus(status: number, location: string | null): string {
  if (status < 300 || status > 399 || location === null)
    return `The receiver answered with status ${status}.`;
  return `The receiver answered with status ${status}, a redirect. Redirects are not followed: set the final URL.`;
}
