import { describe, expect, it } from 'vitest';
import { SOURCE_PRECEDENCE } from '../../../../src/knowledge/records.js';
import { ecosystemsFor } from '../../../../src/vulnerabilities/matching/ecosystems.js';
import { range, record } from '../../../support/stored-records.js';
import { at, rpm, summarize } from '../matching.js';

/** Returns the findings of pacemaker 2.1-1, which an advisory of one product fixes in 2.1-2. */
function found(product: string, id: string, version: string): string[] {
  const advisory = record('SUSE-SU-2031:1-1', {
    rank: SOURCE_PRECEDENCE.advisory,
    vulnerabilities: ['CVE-2031-1'],
    ranges: [range('pacemaker', '2.1-2', { order: 'rpm', ...at(product, 'binary', 'pacemaker') })],
  });
  const feed = product.startsWith('SUSE') ? 'osv-suse' : 'osv-redhat';
  return summarize(
    { [feed]: [advisory] },
    rpm('pacemaker', '2.1-1'),
    ecosystemsFor({ id, version, codename: null, pro: [] }),
  );
}

describe('products of a release that the data name', () => {
  it.each([
    ['sles', '15.7', 'SUSE:Linux Enterprise High Availability Extension 15 SP7'],
    ['sles', '15.7', 'SUSE:Linux Enterprise Module for Confidential Computing 15 SP7'],
    ['sled', '15.7', 'SUSE:Linux Enterprise Workstation Extension 15 SP7'],
    ['sles', '15.7', 'SUSE:Linux Enterprise Server for SAP Applications 15 SP7'],
    ['sles', '15.7', 'SUSE:Package Hub 15 SP7'],
    ['sles', '15.3', 'SUSE:Linux Enterprise High Performance Computing 15 SP3-ESPOS'],
    ['sles', '15.0', 'SUSE:Linux Enterprise High Availability Extension 15'],
    ['sles', '12.5', 'SUSE:Linux Enterprise Software Development Kit 12 SP5'],
    ['sles', '12.5', 'SUSE:Linux Enterprise Module for Web and Scripting 12'],
    ['sles', '16.0', 'SUSE:Linux Enterprise High Availability Extension 16.0'],
    ['sle_hpc', '15.5', 'SUSE:Linux Enterprise High Performance Computing 15 SP5-ESPOS'],
    ['sle_rt', '15.5', 'SUSE:Linux Enterprise Real Time 15 SP5'],
    ['sles_sap', '15.4', 'SUSE:Linux Enterprise Server for SAP Applications 15 SP4'],
    ['sles', '15.3', 'SUSE:Linux Enterprise Server 15 SP3-LTSS'],
    ['sle-micro', '5.4', 'SUSE:Linux Enterprise Micro for Rancher 5.4'],
    ['rhel', '9.6', 'Red Hat:enterprise_linux:9::later_repository'],
    ['rhel', '7.9', 'Red Hat:enterprise_linux:7::server_optional'],
  ])('count on %s %s: %s', (id, version, product) => {
    expect(found(product, id, version)).toEqual(['CVE-2031-1 2.1-2']);
  });

  it.each([
    ['sles', '15.7', 'SUSE:Linux Enterprise High Availability Extension 15 SP6'],
    ['sles', '15.0', 'SUSE:Linux Enterprise High Availability Extension 15 SP7'],
    ['sles', '15.7', 'SUSE:Linux Enterprise High Availability Extension 15'],
    ['sles', '12.5', 'SUSE:Linux Enterprise Server 12'],
    ['sles', '12.5', 'SUSE:Linux Enterprise Software Development Kit 12 SP1'],
    ['sles', '12.3', 'SUSE:Linux Enterprise Server 12 SP3-TERADATA'],
    ['sles', '15.7', 'SUSE:Manager Server 5.15 SP7'],
    ['sle-micro', '5.5', 'SUSE:Linux Enterprise Server 15 SP5'],
    ['sl-micro', '5.0', 'SUSE:Manager Server 5.0'],
    ['opensuse-leap', '15.6', 'SUSE:Package Hub 15 SP6'],
    ['rhel', '9.6', 'Red Hat:enterprise_linux:8::later_repository'],
    ['rhel', '9.6', 'Red Hat:openshift:9::el9'],
  ])('do not count on %s %s: %s', (id, version, product) => {
    expect(found(product, id, version)).toEqual([]);
  });
});
