import type { TestApp } from './app.js';

/** Creates hosts and a template with them, runs it, and returns the ids of template and task. */
export async function runTemplate(
  app: Pick<TestApp, 'call'>,
  ips: readonly string[],
  { params = null, name = `t ${ips.join()}` }: { params?: object | null; name?: string } = {},
): Promise<{ templateId: number; taskId: number }> {
  const isSearch = params !== null && 'ranges' in params; // as the command creates these addresses
  const hosts = await app.call(
    'POST',
    '/hosts',
    ips.map((current_ip) => ({ current_ip, ...(isSearch && { unanswered: true }) })),
  );
  const { created } = (hosts.body as { data: { created: { id: number }[] } }).data;
  const template = await app.call('POST', '/api/v1/templates/', {
    name,
    type: 'pentest',
    hosts: created.map((h) => h.id),
    params,
    enabled: false,
  });
  const templateId = (template.body as { data: { id: number } }).data.id;
  const task = await app.call('POST', `/api/v1/templates/${templateId}`);
  return { templateId, taskId: (task.body as { data: { id: number } }).data.id };
}
