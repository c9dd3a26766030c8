import { describe, expect, it } from 'vitest';
import { operationIds } from '../../../src/http/openapi/operation-ids.js';

const route = (url: string, summary: string, operation?: string) => ({
  method: 'GET',
  url,
  config: { summary, ...(operation !== undefined && { operation }) },
});

describe('operation ids', () => {
  it.each([
    ['Run template', 'runTemplate'],
    ['Get the current token', 'getCurrentToken'],
    ['Pin the SSH host key', 'pinSshHostKey'],
    ['Submit a job result', 'submitJobResult'],
  ])('are the words of the summary %j', (summary, id) => {
    expect(operationIds([route('/x', summary)])).toEqual([id]);
  });

  it('are the declared ones where the summary is not suitable', () => {
    expect(operationIds([route('/x', 'Readiness probe', 'getReadiness')])).toEqual([
      'getReadiness',
    ]);
  });

  it('differ by the version of the API for the same operation at several paths', () => {
    const routes = ['/api/v1/hosts/', '/hosts', '/api/v2/hosts'].map((url) =>
      route(url, 'List hosts'),
    );
    expect(operationIds(routes)).toEqual(['listHostsV1', 'listHosts', 'listHostsV2']);
    expect(operationIds([route('/api/v1/tasks/', 'List tasks')])).toEqual(['listTasks']);
  });
});
