/** The kinds of resources, as the log names them. */
export type AuditedResource =
  | 'acceptance'
  | 'agent'
  | 'agent_batch'
  | 'agent_operation'
  | 'credential'
  | 'feed'
  | 'group'
  | 'host'
  | 'inventory'
  | 'login'
  | 'notification_channel'
  | 'notification_rule'
  | 'session'
  | 'sign_in_code'
  | 'ssh_host_key'
  | 'task'
  | 'template'
  | 'token'
  | 'vex'
  | 'winrm_certificate';

/** How a request that changes data is recorded. */
export interface AuditedRoute {
  action: 'create' | 'update' | 'delete' | 'run' | 'import' | 'stop';
  resource: AuditedResource;
  /** where the request names the resource; undefined: it creates it */
  id?: { in: 'params' | 'query' | 'body' | 'caller'; name: string };
  /** what the request creates beside the resource */
  makes?: AuditedResource;
  /** what it does is not stored in the database: its line is written by its first transaction */
  isOutside?: true;
  /** each resource that the request creates has a line; a request that creates none has no line */
  isEach?: true;
}

const create = (resource: AuditedResource): AuditedRoute => ({ action: 'create', resource });
const path = (
  action: AuditedRoute['action'],
  resource: AuditedResource,
  name = 'id',
): AuditedRoute => ({ action, resource, id: { in: 'params', name } });
const body = (
  action: AuditedRoute['action'],
  resource: AuditedResource,
  name: string,
): AuditedRoute => ({ action, resource, id: { in: 'body', name } });

/** Every route with a method that changes data, without the prefix of its version. */
const AUDITED_ROUTES: Readonly<Record<string, AuditedRoute>> = {
  'POST /acceptances': create('acceptance'),
  'POST /acceptances/bulk': { ...create('acceptance'), isEach: true },
  'PUT /acceptances/:id': { ...path('update', 'acceptance'), makes: 'acceptance' },
  'DELETE /acceptances/:id': path('delete', 'acceptance'),
  'POST /agent-operations': create('agent_batch'),
  'POST /credentials': create('credential'),
  'PUT /credentials/:id': path('update', 'credential'),
  'DELETE /credentials/:id': path('delete', 'credential'),
  'POST /credentials/:id/test': { ...path('run', 'credential'), isOutside: true },
  'PUT /feeds/:name': path('import', 'feed', 'name'),
  'DELETE /feeds/:name': path('delete', 'feed', 'name'),
  'POST /feeds/:name/update': { ...path('run', 'feed', 'name'), isOutside: true },
  'POST /groups': create('group'),
  'PUT /groups/:id': path('update', 'group'),
  'PATCH /groups/:id': path('update', 'group'),
  'DELETE /groups/:id': path('delete', 'group'),
  'DELETE /groups': body('delete', 'group', 'ids'),
  'PUT /groups/:id/hosts': path('update', 'group'),
  'DELETE /groups/:id/hosts': path('update', 'group'),
  'PUT /groups/:id/hosts/:host_id': path('update', 'group'),
  'DELETE /groups/:id/hosts/:host_id': path('update', 'group'),
  'POST /hosts': create('host'),
  'PUT /hosts/:id': path('update', 'host'),
  'DELETE /hosts/:id': path('delete', 'host'),
  'DELETE /hosts': body('delete', 'host', 'ids'),
  'POST /hosts/:id/agent': { ...path('run', 'agent'), makes: 'agent_operation' },
  'PUT /hosts/:id/inventory': path('import', 'inventory'),
  'PUT /hosts/:id/ssh-host-key': path('update', 'ssh_host_key'),
  'DELETE /hosts/:id/ssh-host-key': path('delete', 'ssh_host_key'),
  'PUT /hosts/:id/winrm-certificate': path('update', 'winrm_certificate'),
  'DELETE /hosts/:id/winrm-certificate': path('delete', 'winrm_certificate'),
  'POST /notification-channels': create('notification_channel'),
  'PUT /notification-channels/:id': path('update', 'notification_channel'),
  'DELETE /notification-channels/:id': path('delete', 'notification_channel'),
  'POST /notification-channels/:id/test': {
    ...path('run', 'notification_channel'),
    isOutside: true,
  },
  'POST /notification-rules': create('notification_rule'),
  'PUT /notification-rules/:id': path('update', 'notification_rule'),
  'DELETE /notification-rules/:id': path('delete', 'notification_rule'),
  'POST /session': create('session'),
  'DELETE /session': {
    action: 'delete',
    resource: 'session',
    id: { in: 'caller', name: 'session_id' },
  },
  'POST /session/codes': { ...create('sign_in_code'), isOutside: true },
  'DELETE /sessions/:id': path('delete', 'session'),
  'POST /tasks/:id/stop': path('stop', 'task'),
  'DELETE /tasks/:id': path('delete', 'task'),
  'POST /templates': create('template'),
  'PUT /templates/:id': path('update', 'template'),
  'PATCH /templates/:id': path('update', 'template'),
  'PATCH /templates': body('update', 'template', 'templates_id'),
  'POST /templates/:id': { ...path('run', 'template'), makes: 'task' },
  'DELETE /templates/:id': path('delete', 'template'),
  'DELETE /templates': body('delete', 'template', 'id'),
  'POST /tokens': create('token'),
  'DELETE /tokens/:id': path('delete', 'token'),
  'POST /vex': { action: 'import', resource: 'vex', makes: 'acceptance' },
  'DELETE /vex': { action: 'delete', resource: 'vex', id: { in: 'query', name: 'source' } },
  'POST /vulnerabilities/:id/acceptances': create('acceptance'),
  'DELETE /vulnerabilities/:id/acceptances/:acceptance_id': path(
    'delete',
    'acceptance',
    'acceptance_id',
  ),
};

// Thousands of agents poll all the time; what they report is in the inventory of their host.
const UNAUDITED = /^\/agent\/v1\//;
/** Routes that change no data: they compute something from their body, or permit one handshake to read events. */
const UNCHANGING: ReadonlySet<string> = new Set(['POST /schedules/preview', 'POST /ws/tickets']);
const READING = /^(GET|HEAD|OPTIONS|TRACE)$/;

/**
 * Returns how the requests of a route are recorded; null: it changes nothing, or is for agents. Throws for a route
 * that changes data and is not listed.
 */
export function auditedRoute(method: string, url: string): AuditedRoute | null {
  if (READING.test(method) || UNAUDITED.test(url)) return null;
  const name = `${method} ${url.replace(/^\/api\/v\d+/, '').replace(/\/$/, '')}`;
  if (UNCHANGING.has(name)) return null;
  const route = AUDITED_ROUTES[name];
  if (!route) throw new Error(`${name} is not in the list of audited routes`);
  return route;
}
