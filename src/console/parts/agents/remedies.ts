/** Remedies after a failed or refused operation, by code; docs/errors.md says more. */
const REMEDIES: Readonly<Record<string, string>> = {
  not_allowed: 'Check SCAN_ALLOW and SCAN_DENY of the service.',
  credential_not_allowed:
    'An admin puts the address into the scope of the credential, or logs in with it once if it has no scope.',
  connect_timeout: 'Check that the host is up, and that no firewall is between.',
  connection_refused: 'Start SSH (22) or WinRM (5986, 5985) on the host.',
  unreachable: 'Check the address and the network.',
  protocol_error: 'Update the SSH server of the host; the detail says what it answered.',
  host_key_changed:
    'If the host was installed again, forget its key on its page. Otherwise another machine may answer.',
  host_key_unknown:
    'Compare the fingerprint on the host itself, and pin it on the page of the host.',
  certificate_untrusted:
    'Compare the SHA-256 on the host itself, and pin the certificate of the host.',
  auth_failed: 'Check user name and password, or the authorized_keys of the host.',
  certificate_expired: 'Have the key certified again, and store the new certificate.',
  certificate_not_yet_valid: 'Wait until it is valid, or compare the clocks.',
  no_shell: 'Use an account with a shell.',
  access_denied: 'Use an administrator of the Windows host.',
  sudo_denied: 'Allow the user sudo, or give the credential a sudo password.',
  shell_quota: 'Wait, or raise the shell limit of the user.',
  unsupported_os: 'Import the inventory of this host instead.',
  no_service_manager: 'Install and start cron.',
  missing_tool: 'Install the tool that the detail names.',
  no_way_back:
    'Let the service listen where hosts reach it (HOST), set PUBLIC_URL, or open the firewall.',
  disk_full: 'Free some space on the host.',
  read_only_root: 'Use tasks that take inventories instead of an agent.',
  upload_failed: 'The detail has the message of the host.',
  start_failed:
    'The detail has the message of the service manager. The previous state was restored.',
  verify_timeout:
    'The detail has the status of the service manager. The previous state was restored.',
  not_installed: 'Install an agent first.',
  not_removed: 'The detail names the files that remain; remove again.',
  connection_lost: 'Try again; a host that limits logins needs a minute.',
  command_timeout: 'Try again when the host has less to do.',
  credential_unreadable: 'Create the credential again.',
  host_deleted: 'Nothing: the host was deleted.',
  interrupted: 'Try again: the service was stopped meanwhile.',
  internal: 'This is a defect: look into the log of the service, and report it.',
  operation_working: 'Wait for the operation that runs on the host, and try again.',
  not_found: 'Nothing: the host was deleted.',
};

/** Returns what to do after a failure. */
export const remedyOf = (code: string): string =>
  REMEDIES[code] ?? 'See the detail of the operation.';
