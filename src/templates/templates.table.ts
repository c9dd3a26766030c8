import type { Generated } from 'kysely';
import type { LoginRole } from '../tokens/tokens.js';

export interface TemplateTable {
  id: Generated<number>;
  name: string;
  type: string;
  params: string | null;
  created_at: number;
  updated_at: number;
  login_role: Generated<LoginRole>;
  /** 1: the name may be that of another template */
  shares_name: Generated<number>;
}

export interface TemplateHostTable {
  template_id: number;
  host_id: number;
}
export interface TemplateGroupTable {
  template_id: number;
  group_id: number;
}
