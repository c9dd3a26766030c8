import type { Schedule } from '../schedules/schedules.service.js';

/** A template as in responses. */
export interface Template {
  id: number;
  created_at: number;
  updated_at: number;
  name: string;
  type: string;
  hosts: number[];
  groups: number[];
  params: Record<string, unknown> | null;
  schedule: Schedule | null;
}
