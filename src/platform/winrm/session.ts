import { createPeerQueue, waitForPeerWork, type PeerQueue } from '../net/peer-queue.js';
import type { WinRmHttp, WinRmHttpReply, Timeouts } from './http.js';
import { isSealedType, encodeSealed, SEALED_TYPE, decodeSealed } from './multipart.js';
import type { SealedChannel } from './ntlm/seal.js';
import { WinRmError } from './winrm.error.js';
import { type WsmanResponse, parseResponse } from './wsman/responses.js';
import { faultErrorCode } from './wsman/faults.js';
import type { XmlElement } from './xml.js';

/**
 * An authenticated connection. Requests are sequential: sealed messages are counted, and there is
 * one connection.
 */
export interface WinRmSession {
  /**
   * Sends an envelope and returns the response, also a fault. Rejects with WinRmError and closes
   * the connection.
   */
  request(
    envelope: string,
    timeouts: Timeouts,
  ): Promise<Exclude<WsmanResponse, { unreadable: true }>>;
}

/**
 * `channel`: null where TLS protects the envelopes. With a channel, responses that are not sealed
 * are rejected. `queue`: shared by all sessions of a caller.
 */
export function createWinRmSession(
  http: WinRmHttp,
  channel: SealedChannel | null,
  queue: PeerQueue = createPeerQueue(),
): WinRmSession {
  let previous: Promise<unknown> = Promise.resolve();
  const ask = async (envelope: string, timeouts: Timeouts) => {
    const body = Buffer.from(envelope);
    const reply = await (channel
      ? http.post(
          { 'content-type': SEALED_TYPE },
          encodeSealed(channel.seal(body), body.length),
          timeouts,
        )
      : http.post({ 'content-type': 'application/soap+xml;charset=UTF-8' }, body, timeouts));
    try {
      await waitForPeerWork(queue); // a response of the largest size takes 10 ms to parse
      return readReply(reply, channel);
    } catch (error) {
      http.close();
      throw error;
    }
  };
  return {
    request: (envelope, timeouts) => {
      const current = previous.then(() => ask(envelope, timeouts));
      previous = current.catch(() => undefined);
      return current;
    },
  };
}

function readReply(
  reply: WinRmHttpReply,
  channel: SealedChannel | null,
): Exclude<WsmanResponse, { unreadable: true }> {
  if (reply.status === 401)
    throw new WinRmError('auth_failed', 'the server no longer accepts this login');
  const answer = parseResponse(
    (channel ? unsealBody(reply, channel) : reply.body).toString('utf8'),
  );
  if (!('unreadable' in answer)) return answer;
  throw new WinRmError(
    reply.status === 403 ? 'access_denied' : 'protocol_error',
    `status ${reply.status} with an unreadable response`,
  );
}

function unsealBody({ status, headers, body }: WinRmHttpReply, channel: SealedChannel): Buffer {
  if (!isSealedType(headers['content-type']))
    throw new WinRmError(
      'protocol_error',
      `the server answered without encryption, status ${status}; the response was discarded`,
    );
  const sealed = decodeSealed(body);
  const text = sealed && channel.unseal(sealed);
  if (text === null)
    throw new WinRmError('protocol_error', 'an encrypted response was corrupted or modified');
  return text;
}

/** The body of a response. Throws WinRmError for a fault. */
export function bodyOf(answer: Exclude<WsmanResponse, { unreadable: true }>): XmlElement {
  if ('body' in answer) return answer.body;
  throw new WinRmError(faultErrorCode(answer.fault), answer.fault.text, {
    faultCode: answer.fault.code,
  });
}
