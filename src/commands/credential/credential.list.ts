import type { Credential } from '../../credentials/credentials.js';
import { pluralize } from '../../lib/text.js';
import { listing, removingEach, showing } from '../client/handlers.js';
import { lookupCredential } from '../client/lookup.js';
import { listAll } from '../client/request.js';
import type { Column } from '../output/items.js';
import { agoColumn, isoText } from '../output/times.js';

const CREDENTIALS = { noun: 'credential', path: '/credentials', lookup: lookupCredential } as const;

const COLUMNS: Column<Credential>[] = [
  { heading: 'ID', value: ({ id }) => id },
  { heading: 'NAME', value: ({ name }) => name, isFlexible: true },
  { heading: 'TYPE', value: ({ type }) => type },
  { heading: 'USERNAME', value: ({ username }) => username, isFlexible: true },
  {
    heading: 'USED BY',
    value: ({ used_by }) => used_by.template_ids.join(','),
    text: ({ used_by }) => pluralize(used_by.template_ids.length, 'template'),
  },
  agoColumn('LAST USED', ({ last_used_at }) => last_used_at),
];

const FIELDS: Column<Credential>[] = [
  { heading: 'ID', value: ({ id }) => id },
  { heading: 'NAME', value: ({ name }) => name },
  { heading: 'TYPE', value: ({ type }) => type },
  { heading: 'USERNAME', value: ({ username }) => username },
  { heading: 'FINGERPRINT', value: ({ fingerprint }) => fingerprint },
  { heading: 'CERTIFICATE', value: certificateText },
  { heading: 'SUDO', value: sudoText },
  { heading: 'OPERATORS', value: ({ scope }) => scopeText(scope) },
  { heading: 'TEMPLATES', value: ({ used_by }) => used_by.template_ids.join(', ') },
  { heading: 'OPERATIONS', value: ({ used_by }) => used_by.operation_ids.join(', ') },
  agoColumn('CREATED', ({ created_at }) => created_at),
  agoColumn('CHANGED', ({ updated_at }) => updated_at),
  agoColumn('LAST USED', ({ last_used_at }) => last_used_at),
];

function certificateText({ certificate_expires_at: end }: Credential): string | null {
  return end === null ? null : `valid until ${isoText(end)}`;
}

function sudoText({ type, has_sudo_password }: Credential): string | null {
  if (type === 'winrm_password') return null;
  if (has_sudo_password) return 'with its password for sudo';
  return type === 'ssh_key' ? 'without a password' : 'with the password';
}

function scopeText(scope: Credential['scope']): string {
  if (scope === null) return 'on hosts where an admin has used it';
  const groups = scope.group_ids.map((id) => `group ${id}`);
  return ['only', [...scope.networks, ...groups].join(', ') || 'nowhere'].join(' ');
}

/** Prints all credentials, without secrets. */
export const credentialList = listing(
  (client) => listAll<Credential>(client, '/credentials'),
  COLUMNS,
  'No credentials; "hostwarden credential add" stores one.',
);

/** Prints one credential, without secrets. */
export const credentialShow = showing(CREDENTIALS, FIELDS, (found: Credential) => found);

/** Removes credentials: none if one is unknown; the others if one fails. */
export const credentialRemove = removingEach(CREDENTIALS);
