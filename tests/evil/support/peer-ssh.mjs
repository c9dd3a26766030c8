// SSH servers that accept every password, and flood instead of running the command.
import ssh2 from 'ssh2';
import { countMet, listenOn, options } from './peer.mjs';

const hostKey = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 }).private;

/** Writes to a stream as fast as the service reads, until it ends. */
function flood(stream, bytes) {
  const more = () => {
    for (let i = 0; i < 64; i += 1) {
      if (stream.destroyed) return;
      if (!stream.write(bytes)) {
        stream.once('drain', more);
        return;
      }
    }
    setImmediate(more);
  };
  more();
}

/** Writes again and again as fast as the service reads. */
function repeat({ _sock: socket }, write) {
  const more = () => {
    if (socket.destroyed) return;
    write();
    if (socket.writableLength < 1_000_000) setImmediate(more);
    else socket.once('drain', more);
  };
  more();
}

/** Sends a packet for which the library has no function. */
function send({ _protocol: protocol }, payload) {
  const { write } = protocol._packetRW;
  const packet = write.alloc(payload.length);
  packet.set(payload, write.allocStart);
  protocol._cipher.encrypt(write.finalize(packet));
}

/** A string of the protocol (RFC 4251, section 5). */
function text(value) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(value.length);
  return Buffer.concat([length, Buffer.from(value)]);
}

const FLOODS = {
  /** error output in packets of one byte, before the command starts */
  bytes: ({ channel }) => flood(channel.stderr, Buffer.from('x')),
  /** error output in large packets, before the command starts */
  packets: ({ channel }) => flood(channel.stderr, Buffer.alloc(32_000, 'x')),
  /** the start of the command, and then output without end */
  stdout: ({ channel, token }) => {
    channel.stderr.write(`${token} shell 1\n${token} started\n`);
    channel.write(`${token} started\n`);
    flood(channel, Buffer.alloc(32_000, 'x'));
  },
  /** key exchange after key exchange */
  keys: ({ connection }) => {
    connection.on('rekey', () => connection._protocol.rekey());
    connection._protocol.rekey();
  },
  /** lists of as many host keys as a packet can hold */
  hostkeys: ({ connection }) => {
    const key = text(Buffer.concat([text('ssh-rsa'), text('\x03'), text('\x05')]));
    const request = [Buffer.from([80]), text('hostkeys-00@openssh.com'), Buffer.from([0])];
    const payload = Buffer.concat([...request, ...Array(1_300).fill(key)]);
    repeat(connection, () => send(connection, payload));
  },
  /** requests that have to be answered; the answers are not read */
  requests: ({ connection }) => {
    connection._sock.pause();
    repeat(connection, () => {
      for (let i = 0; i < 256; i += 1) connection._protocol.ping();
    });
  },
};

const create = () =>
  new ssh2.Server({ hostKeys: [hostKey] }, (connection) => {
    connection.on('error', () => undefined);
    connection.on('authentication', (context) => {
      if (context.method === 'none') context.reject(['password']);
      else context.accept();
    });
    connection.on('session', (accept) => {
      accept().on('exec', (acceptExec, _reject, { command }) => {
        const channel = acceptExec();
        channel.on('error', () => undefined);
        countMet();
        FLOODS[options.mode]({ channel, connection, token: /[0-9a-f]{24}/.exec(command)?.[0] });
      });
    });
  });

await listenOn(create, options.addresses, options.port);
