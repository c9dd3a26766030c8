// A mail server on loopback, for tests and for the kill scripts: no TLS, no login, one process with its caller.
import { createServer } from 'node:net';

const REPLIES = {
  connect: '220 test ready',
  EHLO: '250 test',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 send it',
  end: '250 taken',
  QUIT: '221 bye',
};

/** Splits what a client sends into lines. */
async function* readLines(socket) {
  let rest = '';
  for await (const chunk of socket.setEncoding('latin1')) {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop();
    yield* lines;
  }
}

async function serve(socket, receiver) {
  const mail = { from: '', to: [], lines: [] };
  const reply = async (step, argument) => {
    const text = (await receiver.answer(step, argument, mail)) ?? REPLIES[step] ?? '500 unknown';
    if (step === 'end' && text.startsWith('2'))
      receiver.mails.push({ ...mail, text: mail.lines.join('\n') });
    if (step === 'RCPT' && text.startsWith('2')) mail.to.push(argument);
    socket.write(`${text}\r\n`);
    return text;
  };
  await reply('connect', '');
  let inData = false;
  for await (const line of readLines(socket)) {
    if (inData && line !== '.') mail.lines.push(line);
    else if (inData) {
      inData = false;
      await reply('end', '');
    } else {
      const step = line.slice(0, 4).toUpperCase();
      const argument = /<(.*)>/.exec(line)?.[1] ?? '';
      if (step === 'MAIL') mail.from = argument;
      inData = (await reply(step, argument)).startsWith('354');
    }
  }
}

/**
 * Starts the server. `answer(step, argument, mail)` may return or resolve with another reply than the usual one; steps
 * are connect, EHLO, MAIL, RCPT, DATA and end (the final dot). `mails` has what was taken.
 */
export async function startSmtpReceiver(answer = () => undefined) {
  const sockets = new Set();
  const receiver = { url: '', mails: [], sockets, answer, close: () => undefined };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, receiver).catch(() => socket.destroy()); // the client was killed, or gave up
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `smtp://127.0.0.1:${server.address().port}`;
  receiver.close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return receiver;
}
