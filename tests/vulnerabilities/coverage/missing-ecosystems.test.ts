import { describe, expect, it } from 'vitest';
import {
  missingEcosystems,
  relatedEcosystems,
} from '../../../src/vulnerabilities/coverage/missing-ecosystems.js';
import { ecosystemsFor } from '../../../src/vulnerabilities/matching/ecosystems.js';

const missing = (id: string, version: string, loaded: readonly string[]): string[] =>
  missingEcosystems(ecosystemsFor({ id, version, codename: null, pro: [] }), (name) =>
    loaded.includes(name),
  );
const SERVER = 'SUSE:Linux Enterprise Server 15 SP7';
const BASEOS = 'Red Hat:enterprise_linux:9::baseos';
const APPSTREAM = 'Red Hat:enterprise_linux:9::appstream';

describe('ecosystems that the loaded data lack', () => {
  it('are none of a SUSE service pack whose server is known: modules and long-term support may be', () => {
    const basesystem = 'SUSE:Linux Enterprise Module for Basesystem 15 SP7';
    expect(missing('sles', '15.7', [SERVER])).toEqual([]);
    expect(missing('sles', '15.7', [SERVER, basesystem])).toEqual([]);
    expect(missing('sles', '12.5', ['SUSE:Linux Enterprise Server 12 SP5'])).toEqual([]);
  });

  it('are not the extensions of a service pack, which no system has to have', () => {
    const hub = 'SUSE:Package Hub 15 SP7';
    expect(missing('sles', '15.7', [SERVER, hub])).toEqual([]);
    expect(missing('sles', '15.7', [hub])).toContain(SERVER);
  });

  it('are the server of another service pack', () => {
    const earlier = 'SUSE:Linux Enterprise Server 15 SP6';
    expect(missing('sles', '15.7', [earlier])).toContain(SERVER);
    expect(missing('sles', '15.7', ['SUSE:Linux Enterprise Module for Legacy 15 SP7'])).toContain(
      SERVER,
    );
    expect(missing('sles_sap', '15.7', [earlier])).toContain(SERVER);
    expect(missing('sles_sap', '15.7', [SERVER])).toEqual([]);
  });

  it('are none of a Red Hat release whose main repositories are known', () => {
    expect(missing('rhel', '9.4', [BASEOS, APPSTREAM])).toEqual([]);
    expect(missing('rhel', '9.4', [BASEOS])).toContain(APPSTREAM);
    expect(missing('rhel', '7.9', ['Red Hat:enterprise_linux:7::server'])).toEqual([]);
  });

  it('are none of the products that inventories of earlier versions name', () => {
    const stored = [SERVER, `${SERVER}-LTSS`, 'SUSE:Linux Enterprise Module for RT 15 SP7'];
    expect(missingEcosystems(stored, (name) => name === SERVER)).toEqual([]);
  });

  it('are none of extended support, which may have no advisory yet', () => {
    const stored = [BASEOS, APPSTREAM, 'Red Hat:rhel_eus:9.4'];
    expect(missingEcosystems(stored, (name) => name !== 'Red Hat:rhel_eus:9.4')).toEqual([]);
  });

  it('are all without any data', () => {
    expect(missing('rhel', '9.4', [])).toHaveLength(2);
    expect(missing('debian', '12', [])).toEqual(['Debian:12']);
  });
});

describe('ecosystems whose data are about a system', () => {
  it('are all minor releases of RHEL 10', () => {
    expect(relatedEcosystems('Red Hat:enterprise_linux:10.1')).toEqual(
      expect.arrayContaining([
        'Red Hat:enterprise_linux:10',
        'Red Hat:enterprise_linux:10.0',
        'Red Hat:enterprise_linux:10.10',
      ]),
    );
  });

  it.each([BASEOS, SERVER, 'Ubuntu:24.10', 'Alpine:v3.20'])('are only that of %s', (name) => {
    expect(relatedEcosystems(name)).toEqual([name]);
  });
});
