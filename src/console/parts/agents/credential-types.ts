import type { Api } from '../../api/shapes.js';

/** The types of credentials in words. */
export const TYPE_NAMES: Readonly<Record<Api<'Credential'>['type'], string>> = {
  ssh_key: 'SSH key',
  ssh_password: 'SSH password',
  winrm_password: 'Windows password (WinRM)',
};
