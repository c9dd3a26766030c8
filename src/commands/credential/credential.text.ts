import type { Credential } from '../../credentials/credentials.js';
import { pluralize } from '../../lib/text.js';
import type { Column } from '../output/items.js';
import { agoText, isoText } from '../output/times.js';

/** Returns the columns of a list of credentials. `now`: Unix seconds. */
export const credentialColumns = (now: number): Column<Credential>[] => [
  { heading: 'ID', value: ({ id }) => id },
  { heading: 'NAME', value: ({ name }) => name, isFlexible: true },
  { heading: 'TYPE', value: ({ type }) => type },
  { heading: 'USERNAME', value: ({ username }) => username, isFlexible: true },
  {
    heading: 'USED BY',
    value: ({ used_by }) => used_by.template_ids.join(','),
    text: ({ used_by }) => pluralize(used_by.template_ids.length, 'template'),
  },
  {
    heading: 'LAST USED',
    value: ({ last_used_at }) => isoText(last_used_at),
    text: ({ last_used_at }) => agoText(last_used_at, now),
  },
];

/** Returns the fields of one credential. `now`: Unix seconds. */
export const credentialFields = (now: number): Column<Credential>[] => [
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
  timeField('CREATED', ({ created_at }) => created_at, now),
  timeField('CHANGED', ({ updated_at }) => updated_at, now),
  timeField('LAST USED', ({ last_used_at }) => last_used_at, now),
];

const timeField = (
  heading: string,
  time: (credential: Credential) => number | null,
  now: number,
): Column<Credential> => ({
  heading,
  value: (credential) => isoText(time(credential)),
  text: (credential) => agoText(time(credential), now),
});

const certificateText = ({ certificate_expires_at: end }: Credential): string | null =>
  end === null ? null : `valid until ${isoText(end)}`;

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
