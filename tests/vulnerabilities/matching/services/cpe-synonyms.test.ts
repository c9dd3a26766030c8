import { describe, expect, it } from 'vitest';
import { cpeOf } from '../../../../src/pentest/detect/cpe.js';
import { parseServiceCpe } from '../../../../src/vulnerabilities/matching/services/cpe-name.js';
import {
  canonicalCpeName,
  cpeSynonyms,
} from '../../../../src/vulnerabilities/matching/services/cpe-synonyms.js';

describe('names of one program in the dictionary', () => {
  it.each([
    ['Cyrus IMAP', '2.4.17', 'cmu:cyrus_imap_server'],
    ['Cyrus IMAP', '3.8.1', 'cyrusimap:cyrus_imap'],
    ['OpenSMTPD', null, 'opensmtpd:opensmtpd'],
    ['NSD', '3.2.18', 'nlnetlabs:nsd'],
    ['Jetty', '6.1.26', 'mortbay:jetty'],
    ['Jetty', '6.1.26', 'eclipse:jetty'],
    ['CUPS', '2.3.3', 'apple:cups'],
    ['CUPS', '2.3.3', 'openprinting:cups'],
    ['mini_httpd', '1.30', 'acme:mini-httpd'],
    ['Varnish', null, 'varnish-software:varnish_cache'],
    ['Serv-U', '15.4', 'solarwinds:serv-u_ftp_server'],
    ['Microsoft IIS', '10.0', 'microsoft:iis'],
    ['FileZilla Server', '0.9.41 beta', 'filezilla:filezilla_server'],
  ])('%s %s is also searched as %s', (product, version, name) => {
    const found = parseServiceCpe(cpeOf(product, version) ?? '');
    expect(cpeSynonyms(found?.vendor ?? '', found?.product ?? '')).toContain(name);
  });

  it.each([
    ['opensmtpd:opensmtpd', 'openbsd:opensmtpd'],
    ['openbsd:opensmtpd', 'openbsd:opensmtpd'],
    ['example:unknown', 'example:unknown'],
  ])('%s is listed by %s', (name, canonical) => {
    expect(canonicalCpeName(name)).toBe(canonical);
  });
});
