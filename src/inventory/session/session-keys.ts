import type { HostKey } from '../../platform/ssh/host-key.js';
import type { LoginRole } from '../../tokens/tokens.js';

type HostKeyKind = 'ssh' | 'winrm';

interface HostLogin {
  credentialId: number;
  address: string;
  kind: HostKeyKind;
  role: LoginRole;
}

type LoginPermission =
  { isAllowed: true; pinned: HostKey | null } | { isAllowed: false; detail: string };

/** The pinned keys of hosts, and who may log in there. */
export interface SessionKeys {
  /** whether a login may begin, and the only key that the host may present */
  permit: (login: HostLogin) => Promise<LoginPermission>;
  /** records the key of a successful login */
  record: (login: HostLogin, key: HostKey) => Promise<void>;
}
