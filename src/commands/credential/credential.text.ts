import type { Credential } from '../../credentials/credentials.js';
import { formatMinute, printable } from '../../lib/text.js';
import { plainTable } from '../output/table.js';
import { pluralize } from '../output/text.js';

const timeOrNever = (seconds: number | null): string =>
  seconds === null ? 'never' : formatMinute(seconds);

/** Renders credentials as a table; times are UTC. */
export function renderCredentials(credentials: readonly Credential[]): string {
  const rows = credentials.map((c) => [
    c.id,
    printable(c.name),
    c.type,
    printable(c.username),
    timeOrNever(c.last_used_at),
    pluralize(c.used_by.template_ids.length, 'template'),
  ]);
  return plainTable(['ID', 'NAME', 'TYPE', 'USERNAME', 'LAST USED', 'USED BY'], rows);
}

/** Renders all that is visible of a credential, one line each; times are UTC. */
export function renderCredential(credential: Credential): string {
  const { scope, used_by: uses, certificate_expires_at: end } = credential;
  const lines: [string, string | number][] = [
    ['Id', credential.id],
    ['Name', printable(credential.name)],
    ['Type', credential.type],
    ['Username', printable(credential.username)],
    ...(credential.fingerprint === null
      ? []
      : ([['Fingerprint', credential.fingerprint]] as [string, string][])),
    ...(end === null ? [] : ([['Certificate until', formatMinute(end)]] as [string, string][])),
    ['Sudo', credential.has_sudo_password ? 'with its own password' : sudoText(credential)],
    ['Operators', scopeText(scope)],
    ['Templates', uses.template_ids.join(', ') || 'none'],
    ['Running operations', uses.operation_ids.join(', ') || 'none'],
    ['Created', formatMinute(credential.created_at)],
    ['Changed', formatMinute(credential.updated_at)],
    ['Last used', timeOrNever(credential.last_used_at)],
  ];
  return plainTable([], lines);
}

function sudoText({ type }: Credential): string {
  if (type === 'winrm_password') return 'not used';
  return type === 'ssh_key' ? 'without a password' : 'with the password';
}

function scopeText(scope: Credential['scope']): string {
  if (scope === null) return 'on hosts whose key an admin has confirmed';
  const groups = scope.group_ids.map((id) => `group ${id}`);
  return `also on ${[...scope.networks, ...groups].join(', ') || 'no other hosts'}`;
}
