import { describe, expect, it } from 'vitest';
import type { FoundService } from '../../../src/pentest/service.js';
import { service } from '../../support/services.js';
import { createReportApp } from '../report-app.js';

const SSH = service(22, {
  service: 'ssh',
  product: 'OpenSSH',
  version: '9.2p1',
  revision: 'Debian 2+deb12u2',
});

describe('the CSV report', () => {
  it('has rows for changed services and for ports that are not compared', async () => {
    const app = await createReportApp();
    const template = await app.addTemplate('pentest', [await app.addHost('10.0.0.1')]);
    const rows = async (services: FoundService[], scanned_ports?: number[]): Promise<string[]> => {
      app.network.set('10.0.0.1', { services, ...(scanned_ports && { scanned_ports }) });
      await app.runTask(template);
      const url = `/api/v1/templates/${template}/diff?format=csv&last=1`;
      const lines = (await app.call('GET', url)).text.split('\r\n').slice(1, -1);
      return lines.filter(
        (line) => !/,(checked|not_checked|data|summary|not_compared,,not_matched)[,.]/.test(line),
      );
    };
    expect((await rows([SSH]))[0]).toMatch(
      /,service_opened,,new host: .*,22,tcp,,ssh OpenSSH 9\.2p1 \(Debian 2\+deb12u2\),/,
    );
    expect((await rows([{ ...SSH, revision: 'Debian 2+deb12u3' }]))[0]).toMatch(
      /,service_changed,.*,22,tcp,ssh OpenSSH 9\.2p1 \(Debian 2\+deb12u2\),ssh OpenSSH 9\.2p1 \(Debian 2\+deb12u3\),/,
    );
    expect((await rows([], [80]))[0]).toMatch(/,not_compared,,ports_not_scanned\. .* Ports: 22,/);
  });
});
