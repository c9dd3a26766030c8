import { expect, it } from 'vitest';
import type { FoundService } from '../../src/pentest/service.js';
import { reportApp, service } from './service.js';

const SSH = service(22, {
  service: 'ssh',
  product: 'OpenSSH',
  version: '9.2p1',
  revision: 'Debian 2+deb12u2',
});

it('tells in a spreadsheet what changed of a service, and why ports are not compared', async () => {
  const app = await reportApp();
  const template = await app.template('pentest', [await app.host('10.0.0.1')]);
  const rows = async (found: FoundService[], looked_at?: number[]): Promise<string[]> => {
    app.network.set('10.0.0.1', { services: found, ...(looked_at && { looked_at }) });
    await app.run(template);
    return (await app.call('GET', `/api/v1/templates/${template}/diff?format=csv&last=1`)).text
      .split('\r\n')
      .slice(1, -1);
  };
  expect((await rows([SSH]))[0]).toMatch(
    /,service_opened,.*,22,tcp,,ssh OpenSSH 9\.2p1 \(Debian 2\+deb12u2\),/,
  );
  expect((await rows([{ ...SSH, revision: 'Debian 2+deb12u3' }]))[0]).toMatch(
    /,service_changed,.*,22,tcp,ssh OpenSSH 9\.2p1 \(Debian 2\+deb12u2\),ssh OpenSSH 9\.2p1 \(Debian 2\+deb12u3\),/,
  );
  expect((await rows([], [80]))[0]).toContain(
    ',ports_not_scanned. These ports were outside the range that was scanned. Ports: 22,',
  );
});
