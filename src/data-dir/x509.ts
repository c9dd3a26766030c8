import {
  createHash,
  createPublicKey,
  sign,
  type KeyObject,
  type X509Certificate,
} from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface CertificateRequest {
  subject: string;
  publicKey: KeyObject;
  issuer: string;
  /** P-256; signs */
  issuerKey: KeyObject;
  /** Unix seconds */
  from: number;
  until: number;
  /** names and addresses of a server; null: a certificate authority */
  names: readonly string[] | null;
  /** the only names and addresses that an authority may issue certificates for; absent: any */
  permitted?: readonly string[];
}

/**
 * Returns a certificate (RFC 5280) in PEM, signed with ECDSA and SHA-256. Supports only what a server and its root
 * certificate need.
 */
export function signCertificate({
  subject,
  publicKey,
  issuer,
  issuerKey,
  from,
  until,
  names,
  permitted,
}: CertificateRequest): string {
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const issuerSpki = createPublicKey(issuerKey).export({ type: 'spki', format: 'der' });
  const serial = createHash('sha256')
    .update(spki)
    .update(`${from} ${until} ${names?.join() ?? ''} ${permitted?.join() ?? ''}`)
    .digest()
    .subarray(0, 16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40; // positive, without a leading zero byte
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    ECDSA_SHA256,
    nameOf(issuer),
    sequence(time(from), time(until)),
    nameOf(subject),
    spki,
    der(0xa3, sequence(...extensions({ names, permitted }, keyId(spki), keyId(issuerSpki)))),
  );
  const signed = sequence(body, ECDSA_SHA256, bits(sign('sha256', body, issuerKey)));
  return (
    '-----BEGIN CERTIFICATE-----\n' +
    `${signed.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`
  );
}

/** Whether an authority's certificate names each of these as permitted. */
export const permitsNames = (certificate: X509Certificate, names: readonly string[]): boolean =>
  names.every((name) => certificate.raw.includes(subtree(name)));

function extensions(
  { names, permitted }: Pick<CertificateRequest, 'names' | 'permitted'>,
  subjectKey: Buffer,
  issuerKey: Buffer,
): Buffer[] {
  const ids = [
    extension('551d0e', false, der(0x04, subjectKey)),
    extension('551d23', false, sequence(der(0x80, issuerKey))),
  ];
  if (names === null)
    return [
      extension('551d13', true, sequence(TRUE, integer(Buffer.from([0])))),
      extension('551d0f', true, der(0x03, Buffer.from([1, 0b0000_0110]))),
      ...(permitted
        ? [extension('551d1e', true, sequence(der(0xa0, ...permitted.map(subtree))))]
        : []),
      ...ids,
    ];
  return [
    extension('551d13', true, sequence()),
    extension('551d0f', true, der(0x03, Buffer.from([7, 0b1000_0000]))),
    extension('551d25', false, sequence(oid('2b06010505070301'))),
    extension('551d11', false, sequence(...names.map(generalName))),
    ...ids,
  ];
}

// DER (X.690)
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...derLength(body.length)]), body]);
}
function derLength(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const integer = (bytes: Buffer): Buffer => der(0x02, bytes);
const bits = (bytes: Buffer): Buffer => der(0x03, Buffer.from([0]), bytes);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const TRUE = der(0x01, Buffer.from([0xff]));
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));

const nameOf = (text: string): Buffer =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))));
const keyId = (spki: Buffer): Buffer => createHash('sha256').update(spki).digest().subarray(0, 20);
const extension = (id: string, critical: boolean, value: Buffer): Buffer =>
  sequence(oid(id), ...(critical ? [TRUE] : []), der(0x04, value));
const generalName = (name: string): Buffer =>
  isIP(name)
    ? der(0x87, Buffer.from(ipaddr.parse(name).toByteArray()))
    : der(0x82, Buffer.from(name, 'latin1'));

/** A permitted name, or one address with a full mask (RFC 5280, section 4.2.1.10). */
function subtree(name: string): Buffer {
  if (!isIP(name)) return sequence(generalName(name));
  const bytes = ipaddr.parse(name).toByteArray();
  return sequence(der(0x87, Buffer.from([...bytes, ...bytes.map(() => 0xff)])));
}

// UTCTime through 2049, GeneralizedTime from 2050 (RFC 5280, section 4.1.2.5)
function time(seconds: number): Buffer {
  const text = `${new Date(seconds * 1000).toISOString().replace(/[-:T]|\.\d+/g, '')}`;
  return text < '2050' ? der(0x17, Buffer.from(text.slice(2))) : der(0x18, Buffer.from(text));
}
