import { z } from 'zod';
import type { Context } from '../context.js';
import { data, IdParams, IdsBody, metaOf, namedPaging, NoContent, paged } from '../http/common.js';
import type { App } from '../http/zod.js';
import { loginRoleOf } from '../tokens/tokens.js';
import {
  GroupChange,
  GroupPatch,
  GroupResponse,
  MemberParams,
  NewGroup,
} from './groups.schemas.js';
import * as groups from './groups.service.js';

const tag = 'Groups';

/** Groups of hosts, bare and under /api/v2. */
export function groupRoutes(app: App, ctx: Context): void {
  addListAndCreateRoutes(app, ctx);
  addGetAndUpdateRoutes(app, ctx);
  addPatchRoute(app, ctx);
  addDeleteRoutes(app, ctx);
  addMemberRoutes(app, ctx);
}

function addListAndCreateRoutes(app: App, ctx: Context): void {
  app.get(
    '/groups',
    {
      schema: { querystring: z.strictObject(namedPaging), response: { 200: paged(GroupResponse) } },
      config: {
        role: 'viewer',
        tag,
        tagged: true,
        summary: 'List groups',
        description: 'Groups with the ids of their hosts.',
      },
    },
    async (request) => {
      const { items, total } = await groups.listGroups(ctx, request.query);
      return { data: items, meta: metaOf(request.query, total) };
    },
  );

  app.post(
    '/groups',
    {
      schema: { body: NewGroup, response: { 201: data(GroupResponse) } },
      config: {
        bulkBody: true,
        role: 'operator',
        tag,
        summary: 'Create group',
        description: 'The hosts may be given with it, or added later.',
        errors: ['name_taken', 'unknown_reference'],
      },
    },
    async (request) => ({ data: await groups.createGroup(ctx, request.body) }),
  );
}

function addGetAndUpdateRoutes(app: App, ctx: Context): void {
  app.get(
    '/groups/:id',
    {
      schema: { params: IdParams, response: { 200: data(GroupResponse) } },
      config: {
        role: 'viewer',
        tag,
        tagged: true,
        summary: 'Get group',
        description: 'The group with the ids of its hosts.',
        errors: ['not_found'],
      },
    },
    async (request) => ({ data: await groups.getGroup(ctx.database.db, request.params.id) }),
  );

  app.put(
    '/groups/:id',
    {
      schema: { params: IdParams, body: GroupChange, response: { 200: data(GroupResponse) } },
      config: {
        bulkBody: true,
        role: 'operator',
        tag,
        summary: 'Update group',
        description:
          'Changes the given fields; `host_ids` replaces all members. ' +
          'Only an admin adds hosts to a group in the scope of a credential.',
        errors: ['not_found', 'name_taken', 'unknown_reference'],
      },
    },
    async ({ params, body, caller }) => ({
      data: await groups.updateGroup(ctx, params.id, body, loginRoleOf(caller)),
    }),
  );
}

function addPatchRoute(app: App, ctx: Context): void {
  app.patch(
    '/groups/:id',
    {
      schema: { params: IdParams, body: GroupPatch, response: { 200: data(GroupResponse) } },
      config: {
        bulkBody: true,
        role: 'operator',
        tag,
        summary: 'Patch group',
        description:
          'Adds and then removes hosts, and changes the given fields, all or nothing. Other members stay, ' +
          'also those that another request adds meanwhile. ' +
          'Hosts that are in the group already, or are not in it, change nothing. ' +
          'Only an admin adds hosts to a group in the scope of a credential.',
        errors: ['not_found', 'name_taken', 'unknown_reference'],
      },
    },
    async ({ params, body, caller }) => ({
      data: await groups.patchGroup(ctx, params.id, body, loginRoleOf(caller)),
    }),
  );
}

function addDeleteRoutes(app: App, ctx: Context): void {
  app.delete(
    '/groups/:id',
    {
      schema: { params: IdParams, response: { 204: NoContent } },
      config: {
        role: 'operator',
        tag,
        summary: 'Delete group',
        description: 'Hosts are not deleted.',
        errors: ['not_found'],
      },
    },
    async (request) => groups.deleteGroups(ctx, [request.params.id]),
  );

  app.delete(
    '/groups',
    {
      schema: { body: IdsBody, response: { 204: NoContent } },
      config: {
        bulkBody: true,
        role: 'operator',
        tag,
        summary: 'Delete groups',
        description: 'All or nothing: one unknown id aborts the request. Hosts are not deleted.',
        errors: ['not_found'],
      },
    },
    async (request) => groups.deleteGroups(ctx, request.body.ids),
  );
}

function addMemberRoutes(app: App, ctx: Context): void {
  app.put(
    '/groups/:id/hosts/:host_id',
    {
      schema: { params: MemberParams, response: { 200: data(GroupResponse) } },
      config: {
        role: 'operator',
        tag,
        summary: 'Add host to group',
        description:
          'Returns the group. A host that is already in it changes nothing. ' +
          'Only an admin adds hosts to a group in the scope of a credential.',
        errors: ['not_found'],
      },
    },
    async ({ params, caller }) => ({
      data: await groups.addHostToGroup(ctx, params.id, params.host_id, loginRoleOf(caller)),
    }),
  );

  app.delete(
    '/groups/:id/hosts/:host_id',
    {
      schema: { params: MemberParams, response: { 204: NoContent } },
      config: {
        role: 'operator',
        tag,
        summary: 'Remove host from group',
        description: 'Neither the host nor the group is deleted.',
        errors: ['not_found'],
      },
    },
    async (request) => groups.removeHostFromGroup(ctx, request.params.id, request.params.host_id),
  );
}
