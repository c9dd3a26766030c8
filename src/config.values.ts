import { z } from 'zod';
import { parseCidr, type GuardedBlock } from './platform/net/address-guard.js';
import { parseSmtpUrl } from './platform/smtp/smtp-url.js';

/*
 * The values of settings: what each kind may be, and how it is read.
 */

/** Whether this is the name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A whole number within limits. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be between ${min} and ${max}`);

/** Blocks of addresses, with commas. */
export const cidrList = z.string().transform((text, issues): GuardedBlock[] =>
  text
    .split(',')
    .map((t) => t.trim())
    .filter(Boolean)
    .flatMap((item) => {
      try {
        return [parseCidr(item)];
      } catch (error) {
        issues.addIssue({ code: 'custom', message: (error as Error).message });
        return [];
      }
    }),
);

/** Addresses and blocks of proxies, with commas, as text. */
export const proxyList = z.string().transform((text, issues): string[] => {
  const items = text.split(',').map((t) => t.trim());
  for (const item of items)
    try {
      parseCidr(item);
    } catch (error) {
      issues.addIssue({ code: 'custom', message: (error as Error).message });
    }
  return items;
});

/** Parses the 32 bytes of an encryption key from 64 hexadecimal digits or base64; otherwise null. */
export function parseKey(text: string): Buffer | null {
  const bytes = /^[0-9a-fA-F]{64}$/.test(text)
    ? Buffer.from(text, 'hex')
    : Buffer.from(text, 'base64');
  return bytes.length === 32 ? bytes : null;
}

/** A URL of the service. Agents read it from a line-based file and reject anything that is not a URL. */
export const publicUrl = z
  .string()
  .refine(
    (text) =>
      URL.canParse(text) &&
      /^https?:\/\/[A-Za-z0-9:/._~%@[\]-]+$/.test(text) &&
      !new URL(text).username,
    'must be a URL like https://hostwarden.example.org',
  )
  .transform((text) => text.replace(/\/+$/, ''));

/** A URL of a mail server. */
export const smtpUrl = z
  .string()
  .refine(
    (text) => parseSmtpUrl(text) !== null,
    'must be a URL like smtps://user@mail.example.org:465, without a password (SMTP_PASSWORD)',
  );

/** Whether a text is the URL of a folder. A login in it would be shown with the address of each feed. */
const isFolderUrl = (text: string): boolean =>
  /^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text) && new URL(text).username === '';

/** URLs of folders on web servers, with commas. */
export const urlList = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .refine(
    (items) => items.every(isFolderUrl),
    'must be URLs like https://mirror.example.org/feeds without a login, with commas',
  );

/** An encryption key. */
export const encryptionKey = z.string().transform((text, issues): Buffer => {
  const bytes = parseKey(text);
  if (bytes) return bytes;
  issues.addIssue({
    code: 'custom',
    message: 'must be 32 bytes, as 64 hexadecimal digits or in base64',
  });
  return z.NEVER;
});
