import { describe, expect, it } from 'vitest';
import { scanName, type ScanParams } from '../../src/commands/scan/scan.prepare.js';
import { filesOf } from '../../src/data-dir/paths.js';
import { ipKey, ipFromKey } from '../../src/hosts/addresses.js';
import { parseHostKey } from '../../src/platform/ssh/host-key.js';
import { describePorts } from '../../src/pentest/ports.js';

describe('stored keys and names', () => {
  // Stored bytes: `hosts.ip_key`. Filters by block are ranges of it. A change needs a migration step.
  it.each([
    ['10.0.0.1', '00000000000000000000ffff0a000001'],
    ['2001:db8::ff00:42:8329', '20010db8000000000000ff0000428329'],
    ['::1', '00000000000000000000000000000001'],
  ])('has a key for the address %s', (ip, key) => {
    expect(ipKey(ip).toString('hex')).toBe(key);
    expect(ipFromKey(Buffer.from(key, 'hex'))).toBe(ip);
  });

  // Stored text: `host_keys.fingerprint_sha256`, pinned at the first login. After a change every login is refused.
  it('has the fingerprint of a host key as OpenSSH prints it', () => {
    const blob = Buffer.from(`0000000b7373682d6564323535313900000020${'00'.repeat(31)}01`, 'hex');
    expect(parseHostKey(blob)).toEqual({
      type: 'ssh-ed25519',
      fingerprint_sha256: 'SHA256:gOPgXFWkBoXrFVwpjf0SBo3P1kFs+IvH5q/vnQhNpFw',
    });
  });

  // Stored text: `task_scans.scanned_ports`, the base of later comparisons.
  it('writes a list of ports with ranges', () => {
    expect(describePorts([22, 80, 81, 82, 443])).toBe('22,80-82,443');
  });

  // Stored text: `templates.name` of a scan from the command line. The same question finds the same template,
  // so after a change a new chain of differences starts.
  it('names the template of a scan by its question', () => {
    const params: ScanParams = { ports: ['22', '80'], speed: '2', discovery: 'off' };
    expect(scanName(['10.0.0.0/24', 'web'], params)).toBe(
      'scan 10.0.0.0/24 web --ports 22,80 --speed 2 --discovery off',
    );
    const long = Array.from({ length: 30 }, (_, i) => `host-${i}.example`);
    expect(scanName(long, {})).toBe(`scan ${long.slice(0, 15).join(' ')} host- … d4d1b08ca042`);
  });

  // Names on disk: an existing data directory is found again by them.
  it('keeps the names of the files in the data directory', () => {
    expect(Object.values(filesOf('/d')).sort()).toEqual([
      '/d/admin-token',
      '/d/encryption.key',
      '/d/encryption.key.new',
      '/d/feeds',
      '/d/hostwarden.db',
      '/d/knowledge.db',
      '/d/service.json',
      '/d/service.lock',
      '/d/tls-root.key',
      '/d/tls-root.pem',
      '/d/tls.key',
    ]);
  });
});
