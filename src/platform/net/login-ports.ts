import type { WinRmOptions } from '../winrm/winrm.js';

/** Where hosts listen for logins. */
export interface LoginPorts {
  ssh: number;
  winrm: number;
  winrmTls: number;
}

export const loginPortsOf = (config: {
  SSH_PORT: number;
  WINRM_PORT: number;
  WINRM_TLS_PORT: number;
}): LoginPorts => ({
  ssh: config.SSH_PORT,
  winrm: config.WINRM_PORT,
  winrmTls: config.WINRM_TLS_PORT,
});

/** How the certificate of a host is judged: by its pin if there is one; else it is good when an authority vouches for it, or, if `trustOnFirstUse`, as the first one seen. */
export function certificatePolicy(
  pinned: string | null,
  trustOnFirstUse: boolean,
): Pick<WinRmOptions, 'pinned' | 'trust'> {
  return pinned === null ? { trust: ({ verified }) => trustOnFirstUse || verified } : { pinned };
}
