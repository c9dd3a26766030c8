import { z } from 'zod';
import { Ids, MAX_MEMBERS_PER_REQUEST, Name } from '../http/common.js';
import { ScheduleChange } from './templates.schedule.schemas.js';
import { TemplateParams } from './templates.schemas.js';

const Members = Ids(MAX_MEMBERS_PER_REQUEST).optional();
export const TemplatePatch = z
  .strictObject({
    name: Name.optional(),
    add_hosts: Members,
    remove_hosts: Members,
    add_groups: Members,
    remove_groups: Members,
    params: TemplateParams.meta({ description: 'params to set; null removes one, or all of them' }),
    schedule: ScheduleChange.nullish(),
  })
  .meta({
    id: 'TemplatePatch',
    examples: [{ add_hosts: [7, 8], remove_groups: [1], params: { speed: '2', ports: null } }],
  });
export type TemplatePatch = z.output<typeof TemplatePatch>;
