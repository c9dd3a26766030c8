import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole } from '../../support/console.js';

const HOSTILE = '<img src=x onerror="globalThis.hacked=1"> → \u202Eadmin';
const SHOWN = HOSTILE.replace('\u202E', '·');

describe.runIf(hasBrowser)('the audit log', () => {
  it('says what was changed as a person reads it, and opens long values', async () => {
    const app = await openConsole({ browser: { timezoneId: 'Europe/Berlin' } });
    const { page, open, call, clock } = app;
    await call('POST', '/hosts', [
      { current_ip: '10.9.0.1', hostname: 'printer' },
      { current_ip: '10.9.0.2' },
      { current_ip: '10.9.0.3' },
    ]);
    await call('PUT', '/hosts/1', { hostname: 'plotter', description: HOSTILE });
    await call('POST', '/groups', { name: 'office', host_ids: [1, 2] });
    await call('PATCH', '/groups/1', { add_host_ids: [3], remove_host_ids: [1] });
    const start = Math.ceil(clock.now() / 86_400) * 86_400;
    const schedule = { type: 3, recurrence: 1, start_time: start };
    const template = { name: 'nightly', type: 'pentest', hosts: [2], enabled: false };
    const params = { ports: ['22', '80'], speed: '3' };
    await call('POST', '/api/v1/templates/', { ...template, schedule, params });
    await call('PUT', '/api/v1/templates/1', {
      schedule: { ...schedule, type: 4, start_time: start + 3600 },
      params: { ports: ['22'], speed: '3' },
    });
    const credential = { name: 'ssh', type: 'ssh_password', username: 'scan', password: 'secret' };
    await call('POST', '/credentials', credential);
    await call('PUT', '/credentials/1', { password: 'other' });
    await call('PUT', '/groups/1', { description: `The long text ${'of a group '.repeat(40)}` });
    await call('DELETE', '/hosts', { ids: [1, 2] });
    await open('audit?limit=50');
    const changes = page.locator('.changes li');
    for (const text of [
      'Name: printer → plotter',
      'Hosts: added 3, removed 1',
      'Schedule, unit: day → week',
      'Params, ports: removed 80',
      'Secret: changed',
      'Ids: 1-2 → none',
      'Hosts: 1-2',
    ])
      await changes
        .getByText(text, { exact: true })
        .or(changes.filter({ hasText: text }))
        .first()
        .waitFor();
    await changes
      .filter({ hasText: /Schedule, start: \d{4}-\d\d-\d\d .* → .* (?:GMT|CES?T)\S*$/ })
      .waitFor();
    await changes.filter({ hasText: `Description: empty → ${SHOWN}` }).waitFor();
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
    const long = changes.locator('details').first();
    expect(await long.locator('summary').textContent()).toMatch(/^The long text .{60,66}…$/);
    expect(await long.getAttribute('open')).toBeNull();
    await long.locator('summary').click();
    await page.getByText(/(of a group ){39}/).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const file = await (await saved).createReadStream();
    const text = Buffer.concat((await file.toArray()) as Buffer[]).toString();
    expect(text).toContain('""printer"" → ""plotter""');
    expect(text).toMatch(/^"?\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (?:GMT|CES?T)/m);
  });
});
