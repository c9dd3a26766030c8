import type { WinRmOptions } from '../winrm/winrm.js';

/** TCP ports of the login services on hosts. */
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

/**
 * Returns how the certificate of a host is verified: by its pin, if there is one. Otherwise it is
 * trusted if a known authority issued it or, with `trustOnFirstUse`, on first use.
 */
export function certificatePolicy(
  pinned: string | null,
  trustOnFirstUse: boolean,
): Pick<WinRmOptions, 'pinned' | 'trust'> {
  return pinned === null ? { trust: ({ verified }) => trustOnFirstUse || verified } : { pinned };
}
