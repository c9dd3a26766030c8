import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A request as a webhook receiver got it. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  requests: ReceivedRequest[];
  /** answers the next requests, after they were read */
  answer: (response: ServerResponse, request: IncomingMessage) => void;
  /** Resolves when this number of requests has arrived. */
  received: (count: number) => Promise<ReceivedRequest[]>;
}

/** Listens on a free port of 127.0.0.1 for webhooks; answers with 200 unless `answer` is replaced. */
export async function startReceiver(): Promise<Receiver> {
  const waiting: { count: number; resolve: () => void }[] = [];
  const receiver: Receiver = {
    url: '',
    requests: [],
    answer: (response) => void response.end('ok'),
    received: async (count) => {
      if (receiver.requests.length < count)
        await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return receiver.requests;
    },
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      receiver.requests.push({ method, url, headers, body });
      receiver.answer(response, request);
      for (const { count, resolve } of waiting) if (receiver.requests.length >= count) resolve();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}
