import { createHmac } from 'node:crypto';
import type { WebhookFormat } from '../events.js';
import { renderMatrix } from '../message/formats/matrix.js';
import { renderMattermost } from '../message/formats/mattermost.js';
import { renderNtfy } from '../message/formats/ntfy.js';
import { renderSlack } from '../message/formats/slack.js';
import { renderTeams } from '../message/formats/teams.js';
import type { NotificationMessage } from '../message/message.js';
import { renderText } from '../message/message-text.js';

/** The request of a webhook, without what connects it. */
export interface WebhookRequest {
  method: 'POST' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body: string;
}

interface WebhookTarget {
  format: WebhookFormat;
  url: string;
  secret: string | null;
}

/** Formats whose secret is an access token of the receiver, not a key for signatures. */
const WITH_TOKEN: ReadonlySet<WebhookFormat> = new Set(['matrix', 'ntfy']);

const USER_AGENT = 'hostwarden';

/**
 * Returns the request that delivers a message.
 * @param now Unix seconds, of the signature
 */
export function createWebhookRequest(
  { format, url, secret }: WebhookTarget,
  message: NotificationMessage,
  now: number,
): WebhookRequest {
  const key = String(message.id);
  const target = addressRequest(format, url, key);
  const body = JSON.stringify(renderBody(format, message, url));
  return {
    ...target,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      'idempotency-key': key,
      ...secretHeader(format, secret, body, now),
    },
  };
}

function renderBody(format: WebhookFormat, message: NotificationMessage, url: string): object {
  const text = renderText(message);
  switch (format) {
    case 'json':
      return message;
    case 'slack':
      return renderSlack(text);
    case 'mattermost':
      return renderMattermost(text);
    case 'teams':
      return renderTeams(text);
    case 'matrix':
      return renderMatrix(text);
    case 'ntfy':
      return renderNtfy(text, splitTopic(url).topic);
  }
}

function addressRequest(
  format: WebhookFormat,
  url: string,
  key: string,
): Pick<WebhookRequest, 'method' | 'url'> {
  // The transaction id of Matrix: a repeated request makes no second message.
  if (format === 'matrix') return { method: 'PUT', url: `${url.replace(/\/+$/, '')}/${key}` };
  if (format === 'ntfy') return { method: 'POST', url: splitTopic(url).server };
  return { method: 'POST', url };
}

/** Splits `https://ntfy.sh/topic`: JSON is published to the server, and names the topic. */
function splitTopic(text: string): { server: string; topic: string } {
  const url = new URL(text);
  const path = url.pathname.replace(/\/+$/, '');
  const at = path.lastIndexOf('/');
  const topic = decodeURIComponent(path.slice(at + 1));
  url.pathname = path.slice(0, at + 1);
  return { server: url.href, topic };
}

function secretHeader(
  format: WebhookFormat,
  secret: string | null,
  body: string,
  now: number,
): Record<string, string> {
  if (secret === null) return {};
  if (WITH_TOKEN.has(format)) return { authorization: `Bearer ${secret}` };
  return { 'hostwarden-signature': signBody(secret, body, now) };
}

/**
 * Returns the value of `Hostwarden-Signature`: `t=<unix>,v1=<hex>`, the HMAC-SHA256 of `<t>.<body>`.
 * @param time Unix seconds
 */
function signBody(secret: string, body: string, time: number): string {
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${mac}`;
}
