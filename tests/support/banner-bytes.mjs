// The bytes that a server sends for the part of its answer that names its software.

/** @param {string} text one character per byte */
const bytes = (text) => Buffer.from(text, 'latin1');
const lengthOf = (value) =>
  value.length < 128 ? [value.length] : [0x82, value.length >> 8, value.length & 255];
/** @param {number} tag @param {Buffer[]} parts an element of BER */
function element(tag, ...parts) {
  const value = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(value)]), value]);
}

/** Protocols whose text is a line, with the text around it. */
const LINES = {
  ftp: (text) => `220 ${text}\r\n`,
  smtp: (text) => `220 ${text}\r\n`,
  imap: (text) => `* OK ${text}\r\n`,
  pop3: (text) => `+OK ${text}\r\n`,
  nntp: (text) => `200 ${text}\r\n`,
  ssh: (text) => `SSH-2.0-${text}\r\n`,
  http: (text) => `HTTP/1.1 200 OK\r\nServer: ${text}\r\nContent-Length: 0\r\n\r\n`,
  rtsp: (text) => `RTSP/1.0 200 OK\r\nCSeq: 1\r\nServer: ${text}\r\n\r\n`,
  sip: (text) => `SIP/2.0 200 OK\r\nServer: ${text}\r\nContent-Length: 0\r\n\r\n`,
};

/** A handshake of MySQL's protocol 10 with the version that the server reports. */
function mysqlHandshake(version) {
  const rest = Buffer.alloc(40);
  const body = Buffer.concat([Buffer.from([10]), bytes(`${version}\0`), rest]);
  return Buffer.concat([Buffer.from([body.length & 255, body.length >> 8, 0, 0]), body]);
}

/** The answer to `version.bind`, with the id of our query. */
function dnsAnswer(text) {
  const name = Buffer.concat([bytes('\x07version\x04bind\0'), Buffer.from([0, 16, 0, 3])]);
  const value = bytes(text).subarray(0, 255);
  const message = Buffer.concat([
    Buffer.from([0x48, 0x57, 0x85, 0, 0, 1, 0, 1, 0, 0, 0, 0]),
    name,
    Buffer.from([0xc0, 12, 0, 16, 0, 3, 0, 0, 0, 0, 0, value.length + 1, value.length]),
    value,
  ]);
  return Buffer.concat([Buffer.from([message.length >> 8, message.length & 255]), message]);
}

/** The root DSE, from lines `attribute: value`. */
function rootDse(text) {
  const pairs = text.split('\n').map((line) => line.split(/: (.*)/s, 2));
  const names = [...new Set(pairs.map(([name]) => name))];
  const attributes = names.map((name) =>
    element(
      0x30,
      element(4, bytes(name)),
      element(
        0x31,
        ...pairs
          .filter((pair) => pair[0] === name)
          .map(([, value]) => element(4, bytes(value ?? ''))),
      ),
    ),
  );
  return element(
    0x30,
    element(2, Buffer.from([1])),
    element(0x64, element(4), element(0x30, ...attributes)),
  );
}

/**
 * @param {string} protocol
 * @param {string} text what the software writes: the greeting behind its code, a Server header, the reported version
 * @returns {Buffer}
 */
export function bannerBytes(protocol, text) {
  if (protocol === 'mysql') return mysqlHandshake(text);
  if (protocol === 'dns') return dnsAnswer(text);
  if (protocol === 'ldap') return rootDse(text);
  return bytes(LINES[protocol](text));
}
