// Web servers that answer a request with chunks of one byte, in segments of a few bytes, without end.
import { createServer } from 'node:net';
import { countMet, floodSegments, listenOn, options } from './peer.mjs';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n';
const CHUNKS = Buffer.from('1\r\nx\r\n'.repeat(2000));

const serve = (socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (data) => {
    if (!/^(?:GET|POST|OPTIONS) /.test(data.toString('latin1'))) {
      socket.end();
      return;
    }
    countMet();
    socket.write(HEAD);
    floodSegments(socket, CHUNKS, options.segmentBytes);
  });
};

await listenOn(() => createServer(serve), Array(options.count).fill('127.0.0.1'));
