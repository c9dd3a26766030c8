import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createGuard } from '../../../src/platform/net/address-guard.js';
import { createDialer } from '../../../src/platform/net/tcp-dialer.js';
import { openConnection } from '../../../src/platform/winrm/connection.js';
import { certificateWeaknesses } from '../../../src/pentest/checks/x509-weakness.js';
import { tlsInfo } from '../../../src/pentest/detect/tls.js';
import { tcpServer, testTls } from '../../support/tcp-server.js';

/** One element of DER (X.690, section 8.1). */
function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const value = Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')));
  const { length } = value;
  const size = length < 128 ? [length] : [0x83, length >> 16, (length >> 8) & 255, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

const SEQUENCE = 0x30;
const SET = 0x31;
const OID = 0x06;
const UTF8 = 0x0c;
const oid = (hex: string): Buffer => der(OID, Buffer.from(hex, 'hex'));
const COMMON_NAME = oid('550403');
const ORGANIZATION = oid('55040a');
/** OpenSSL writes no identifier of more than 586 bytes. */
const LONG_OID = der(OID, Buffer.alloc(1000, 0xff), Buffer.from([1]));

const attribute = (type: Buffer, value: string): Buffer =>
  der(SEQUENCE, type, der(UTF8, Buffer.from(value).toString('latin1')));
const name = (...attributes: readonly Buffer[]): Buffer =>
  der(SEQUENCE, ...attributes.map((each) => der(SET, each)));
const extension = (id: string, value: Buffer): Buffer => der(SEQUENCE, oid(id), der(0x04, value));
const access = (text: string): Buffer =>
  extension(
    '2b06010505070101',
    der(SEQUENCE, der(SEQUENCE, oid('2b06010505073001'), der(0x86, text))),
  );
const altName = (...names: readonly Buffer[]): Buffer =>
  extension('551d11', der(SEQUENCE, ...names));
const purposes = (...ids: readonly Buffer[]): Buffer => extension('551d25', der(SEQUENCE, ...ids));

/** The elements in a sequence of DER. */
function elementsOf(bytes: Buffer): Buffer[] {
  const content = (at: number): [begin: number, end: number] => {
    const first = bytes[at + 1] ?? 0;
    const count = first < 128 ? 0 : first & 0x7f;
    const length = count === 0 ? first : bytes.readUIntBE(at + 2, count);
    return [at + 2 + count, at + 2 + count + length];
  };
  const found: Buffer[] = [];
  const [begin, last] = content(0);
  for (let at = begin; at < last;) {
    const [, end] = content(at);
    found.push(bytes.subarray(at, end));
    at = end;
  }
  return found;
}

/** Returns the certificate of the test server with another subject and other extensions; its signature is wrong. */
function certificate(parts: { subject?: Buffer; extensions?: readonly Buffer[] }): string {
  const [tbs = Buffer.alloc(0), ...signature] = elementsOf(new X509Certificate(testTls.cert).raw);
  const fields = elementsOf(tbs);
  if (parts.subject) fields[5] = parts.subject;
  if (parts.extensions) fields[7] = der(0xa3, der(SEQUENCE, ...parts.extensions));
  const bytes = der(SEQUENCE, der(SEQUENCE, ...fields), ...signature);
  return `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`;
}

const guard = createGuard([], []);

async function connectTo(cert: string) {
  const { ip, port } = await tcpServer(() => undefined, { tls: true, cert });
  const dialer = createDialer(guard);
  const { connection, tls } = await dialer.connect({ ip, port, timeoutMs: 10_000, tls: {} });
  connection.close();
  if (tls?.certificate) certificateWeaknesses(tls.certificate.raw);
  return { ip, port, info: tls && tlsInfo(tls) };
}

const SIZE = 60_000; // OpenSSL refuses chains of more than 100 KiB

describe('a certificate of a hostile service', () => {
  it.each([
    ['a purpose with a long identifier', { extensions: [purposes(LONG_OID)] }],
    ['a purpose with a cut identifier', { extensions: [purposes(oid('ff'))] }],
    ['an empty purpose', { extensions: [purposes(oid(''))] }],
    ['many purposes', { extensions: [purposes(...Array<Buffer>(9000).fill(oid('2b0101')))] }],
    ['a subject of long identifiers', { subject: name(attribute(LONG_OID, 'x')) }],
    ['a huge subject', { subject: name(attribute(COMMON_NAME, '\\,+="\n'.repeat(SIZE / 6))) }],
    [
      'a subject of many parts',
      { subject: name(...Array<Buffer>(4000).fill(attribute(ORGANIZATION, 'a\n'))) },
    ],
    ['a registered name with a long identifier', { extensions: [altName(der(0x88, LONG_OID))] }],
    ...['a', ':', '\n', 'x\n', '"', '\\', '\0', ',', '; ', '\xff'].flatMap(
      (text): [string, { extensions: Buffer[] }][] => {
        const long = text.repeat(SIZE / text.length);
        return [
          [`names of ${JSON.stringify(text)}`, { extensions: [altName(der(0x82, long))] }],
          [`places of ${JSON.stringify(text)}`, { extensions: [access(long)] }],
        ];
      },
    ),
  ])('with %s is read, or has no names, and ends nothing', async (_title, parts) => {
    const { ip, port, info } = await connectTo(certificate(parts));
    expect(info === null || info.fingerprint_sha256.length === 64).toBe(true);
    expect(info?.subject.length ?? 0).toBeLessThanOrEqual(500);
    await openConnection({ ip, port, tls: true, guard, timeoutMs: 10_000 }).then(
      ({ socket }) => socket.destroy(),
      () => undefined,
    );
  });

  it('has the names that a reader sees, also with characters that are escaped', async () => {
    const subject = name(
      attribute(COMMON_NAME, 'a.example'),
      attribute(ORGANIZATION, 'Acme, "Inc" + Zürich\\=\n#1'),
      attribute(ORGANIZATION, ' second '),
    );
    const { info } = await connectTo(certificate({ subject }));
    expect(info?.subject).toBe('O=second,O=Acme, "Inc" + Zürich\\= #1,CN=a.example');
  });
});
