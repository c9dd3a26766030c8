import { describe, expect, it } from 'vitest';
import { TaskDiffResponse } from '../../src/reports/diff.schemas.js';
import { cell } from '../../src/reports/formats/csv.js';
import { TaskReportResponse } from '../../src/reports/task-report.schemas.js';
import { niceTop } from '../../src/reports/formats/html.plot.js';
import { escapeHtml, link } from '../../src/reports/formats/html.text.js';
import { escapeMarkdown } from '../../src/reports/formats/markdown.js';
import { negotiateFormat } from '../../src/reports/content-negotiation.js';
import { reportApp, service, type ReportApp } from './service.js';

const HOSTILE = '"><img src=x onerror=alert(1)> | [x](javascript:alert(1)) `=cmd`';

async function full(): Promise<{ app: ReportApp; inventory: number; scan: number }> {
  const app = await reportApp();
  await app.feed({ openssl: { 'CVE-2024-1': '3.0.2', 'CVE-2024-2': null } });
  const host = await app.host('10.0.0.1');
  await app.want(200, 'PUT', `/hosts/${host}`, { hostname: HOSTILE });
  const [inventory, scan] = [
    await app.template('inventory', [host]),
    await app.template('pentest', [host]),
  ];
  for (const version of ['3.0.1', '3.0.2']) {
    app.network.set('10.0.0.1', {
      services: [
        service(80, { service: 'http', product: `x${version}`, version, banner: HOSTILE }),
      ],
    });
    await app.packages(host, { openssl: version });
    await app.run(inventory);
    await app.run(scan);
  }
  app.network.set('10.0.0.1', 'unreachable');
  await app.run(scan);
  return { app, inventory, scan };
}
const text = async (app: ReportApp, url: string, headers = {}) =>
  app.call('GET', url, undefined, { headers });

describe('reports', () => {
  it('as JSON are what the description says', async () => {
    const { app, inventory, scan } = await full();
    for (const id of [inventory, scan])
      for (const diff of await app.diff(id)) TaskDiffResponse.parse(diff);
    TaskDiffResponse.parse(await app.want(200, 'GET', '/api/v1/tasks/3/diff'));
    expect(
      TaskReportResponse.parse(await app.want(200, 'GET', '/api/v1/tasks/1/report')),
    ).toMatchObject({
      summary: { findings: 2, services: 0 },
    });
    expect(
      TaskReportResponse.parse(await app.want(200, 'GET', '/api/v1/tasks/2/report')),
    ).toMatchObject({
      services: [{ port: 80, product: 'x3.0.1' }],
    });
  });

  it('come in the format that is asked for, or accepted', async () => {
    const { app, inventory } = await full();
    const url = `/api/v1/templates/${inventory}/diff`;
    expect((await text(app, `${url}?format=csv`)).type).toBe(
      'text/csv; charset=utf-8; header=present',
    );
    expect((await text(app, url, { accept: 'text/html' })).headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      vary: 'accept',
    });
    expect((await text(app, `${url}?format=json`, { accept: 'text/html' })).type).toContain(
      'application/json',
    );
    expect((await text(app, `${url}?format=xml`)).status).toBe(400);
    expect((await text(app, `${url}?nonsense=1`)).status).toBe(400);
  });

  it('of a part of the chain leave the rest out, and compare with it all the same', async () => {
    const { app, scan, inventory } = await full();
    for (const id of [scan, inventory]) {
      const all = await app.diff(id);
      expect(await app.want(200, 'GET', `/api/v1/templates/${id}/diff?last=1`)).toEqual(
        all.slice(-1),
      );
      expect(
        await app.want(200, 'GET', `/api/v1/templates/${id}/diff?since=${all[1]?.task_id}`),
      ).toEqual(all.slice(1));
      expect(await app.want(200, 'GET', `/api/v1/tasks/${all[1]?.task_id}/diff`)).toEqual(all[1]);
    }
  });

  it.each(['html', 'markdown', 'csv'])(
    'as %s show hostile text, and nothing more',
    async (format) => {
      const { app, inventory, scan } = await full();
      for (const id of [inventory, scan]) {
        const page = (await text(app, `/api/v1/templates/${id}/diff?format=${format}`)).text;
        expect(page).toContain('10.0.0.1');
        if (format === 'html')
          expect(
            page.match(/<[^>]*>/g)?.filter((tag) => /<(img|script)|javascript|\son\w+=/i.test(tag)),
          ).toEqual([]);
        if (format === 'markdown') expect(page).not.toMatch(/(?<!\\)<img|(?<!\\)\]\(|[^\\]\| \[x/);
        if (format === 'csv')
          expect(
            page
              .split('\r\n')
              .every((line) => !/(^|,)[=+\-@]/.test(line.replace(/"(?:[^"]|"")*"/g, 'x'))),
          ).toBe(true);
      }
    },
  );

  it('as HTML need nothing from elsewhere', async () => {
    const { app, inventory } = await full();
    const page = (await text(app, `/api/v1/templates/${inventory}/diff?format=html`)).text;
    expect(
      page
        .match(/<[^>]*>/g)
        ?.filter((tag) => /<(script|link|iframe|object|embed|base|form|img)\b|\ssrc=/i.test(tag)),
    ).toEqual([]);
    expect(page).not.toMatch(/url\(|@import/);
    expect(page).toContain('<svg');
    expect(page.length).toBeLessThan(40_000);
  });

  it('of a template that never ran say so', async () => {
    const app = await reportApp();
    const id = await app.template('inventory', [await app.host('10.0.0.1')]);
    expect(await app.diff(id)).toEqual([]);
    for (const format of ['html', 'markdown'])
      expect((await text(app, `/api/v1/templates/${id}/diff?format=${format}`)).text).toContain(
        'No task of this template has finished yet.',
      );
  });
});

describe('text from elsewhere', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['@x', "'@x"],
    ['-5', "'-5"],
    ['+x,y', '"\'+x,y"'],
    [' =1', "' =1"],
    ['\uff1d1', "'\uff1d1"],
    ['\n=1', '"\'\n=1"'],
    ['a"b', '"a""b"'],
    ['a\r\nb', '"a\r\nb"'],
    [' x', '" x"'],
    ['plain', 'plain'],
    [7, '7'],
    [null, ''],
  ])('in a cell: %j is %j', (value, expected) => {
    expect(cell(value)).toBe(expected);
  });

  it.each([
    ['<b>', '&lt;b&gt;'],
    ['a&"\'', 'a&amp;&quot;&#39;'],
    ['x\u0007\u202ey\nz', 'x··y z'],
  ])('in HTML: %j is %j', (value, expected) => {
    expect(escapeHtml(value)).toBe(expected);
  });

  it.each([
    ['javascript:alert(1)', 'x'],
    ['data:text/html,x', 'x'],
    [null, 'x'],
    ['https://a.example/"onclick=', 'x'],
  ])('links not to %j', (url, expected) => {
    expect(link(url, 'x')).toBe(expected);
  });

  it.each([
    ['a|b', 'a\\|b'],
    ['[x](y)', '\\[x\\]\\(y\\)'],
    ['# h', '\\# h'],
    ['<b>', '\\<b\\>'],
    ['1. x', '1\\. x'],
    ['https://x.example', 'https\u200b://x.example'],
  ])('in Markdown: %j is %j', (value, expected) => {
    expect(escapeMarkdown(value)).toBe(expected);
  });

  it.each([
    [undefined, 'json'],
    ['*/*', 'json'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'html'],
    ['text/csv', 'csv'],
    ['text/*', 'csv'],
    ['text/markdown;q=0.5, text/html;q=0.4', 'markdown'],
    ['image/png', 'json'],
    ['application/json;q=0, text/html;q=0.1', 'html'],
    [';;;,q=x', 'json'],
  ])('as Accept: %j means %s', (accept, expected) => {
    expect(negotiateFormat(accept)).toBe(expected);
  });

  it.each([
    [1, 1],
    [3, 4],
    [5, 6],
    [7, 8],
    [9, 10],
    [11, 20],
    [450, 600],
    [5000, 6000],
  ])('a plot of up to %i ends at %i', (most, expected) => {
    expect(niceTop(most)).toBe(expected);
  });
});
