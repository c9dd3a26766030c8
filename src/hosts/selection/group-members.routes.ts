import { z } from 'zod';
import type { Context } from '../../context.js';
import { GroupResponse } from '../../groups/groups.schemas.js';
import { patchGroup } from '../../groups/groups.service.js';
import { data, IdParams } from '../../http/common.js';
import type { App } from '../../http/zod.js';
import { loginRoleOf } from '../../tokens/tokens.js';
import { selectionFields } from './host-filter.schemas.js';
import { selectHosts } from './host-selection.js';

const Selection = z
  .strictObject(selectionFields)
  .meta({ examples: [{ filter: { system: 'debian' }, expected: 214 }] });

/** Members of groups by a filter of hosts, bare and under /api/v2. */
export function groupMemberRoutes(app: App, ctx: Context): void {
  const route = {
    schema: { params: IdParams, body: Selection, response: { 200: data(GroupResponse) } },
  };
  const config = {
    role: 'operator',
    tag: 'Groups',
    errors: ['not_found', 'selection_changed'],
  } as const;
  const rule =
    '`filter` has the names of `GET /hosts`, and `expected` is the number of hosts that it matches; ' +
    '`selection_changed` if the number differs.';

  app.put(
    '/groups/:id/hosts',
    {
      ...route,
      config: {
        ...config,
        summary: 'Add hosts to group by a filter',
        operation: 'addHostsToGroup',
        description: `Adds all hosts that match; members stay. ${rule}`,
      },
    },
    async ({ params, body: { filter, expected }, caller }) => {
      const add_host_ids = await selectHosts(ctx.fleet, filter, expected);
      return { data: await patchGroup(ctx, params.id, { add_host_ids }, loginRoleOf(caller)) };
    },
  );

  app.delete(
    '/groups/:id/hosts',
    {
      ...route,
      config: {
        ...config,
        summary: 'Remove hosts from group by a filter',
        operation: 'removeHostsFromGroup',
        description: `Removes all hosts that match; hosts are not deleted. ${rule}`,
      },
    },
    async ({ params, body: { filter, expected }, caller }) => {
      const remove_host_ids = await selectHosts(ctx.fleet, filter, expected);
      return { data: await patchGroup(ctx, params.id, { remove_host_ids }, loginRoleOf(caller)) };
    },
  );
}
