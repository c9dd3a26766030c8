import type { z } from 'zod';
import type { AgentResponse } from '../../agents/operations/operations.schemas.js';
import { withClient } from '../client/client.js';
import { lookupHost } from '../client/lookup.js';
import { getData, send } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import { printItems, printJson, type Column, type JsonOption } from '../output/items.js';
import { dateColumn } from '../output/times.js';
import { describeHost } from './host.change.js';

type Keys = Pick<z.infer<typeof AgentResponse>, 'ssh_host_key' | 'winrm_certificate'>;

interface HostKeyOptions extends ServiceOptions, JsonOption {
  /** id, IP address or name */
  host: string;
}

interface Key {
  type: string;
  fingerprint_sha256: string;
  pinned_at: number;
  confirmed: boolean;
}

/** Lists the keys that are pinned for a host: of SSH, and the certificate of WinRM. */
export async function hostKeyList(options: HostKeyOptions, io: Io): Promise<number> {
  const keys = await withClient(options, io, async (client) => {
    const { id } = await lookupHost(client, options.host);
    return getData<Keys>(client, 'GET', `/hosts/${id}/agent`);
  });
  const { ssh_host_key, winrm_certificate } = keys;
  if (options.json) printJson({ ssh_host_key, winrm_certificate }, io);
  else
    printItems(
      [
        ...(ssh_host_key ? [ssh_host_key] : []),
        ...(winrm_certificate ? [{ ...winrm_certificate, type: 'x509' }] : []),
      ],
      COLUMNS,
      { none: 'No key is pinned.' },
      io,
    );
  return 0;
}

const COLUMNS: Column<Key>[] = [
  { heading: 'TYPE', value: ({ type }) => type },
  { heading: 'FINGERPRINT', value: ({ fingerprint_sha256: text }) => text, isLong: true },
  dateColumn('PINNED', ({ pinned_at }) => pinned_at),
  { heading: 'CONFIRMED', value: ({ confirmed }) => (confirmed ? 'yes' : 'no') },
];

interface HostKeyPinOptions extends HostKeyOptions {
  /** as `ssh-keygen -l` prints it; hexadecimal digits: of a WinRM certificate */
  fingerprint: string;
  /** of an SSH key */
  type: string;
}

/** Pins a key that an admin has compared with the host; it replaces the pinned one. */
export async function hostKeyPin(options: HostKeyPinOptions, io: Io): Promise<number> {
  const { fingerprint, type, json } = options;
  const isCertificate = /^[0-9a-f:]+$/i.test(fingerprint);
  const body = { fingerprint_sha256: fingerprint, ...(!isCertificate && { type }) };
  return withClient(options, io, async (client) => {
    const host = await lookupHost(client, options.host);
    const key = await getData<object>(client, 'PUT', pathOf(host.id, isCertificate), body);
    if (json) printJson(key, io);
    else io.stdout.write(`Pinned the ${nameOf(isCertificate)} of host ${describeHost(host)}.\n`);
    return 0;
  });
}

/** Removes a pinned key: the next login of an admin trusts the key that the host presents, and pins it. */
export async function hostKeyRemove(
  options: HostKeyOptions & { winrm?: true },
  io: Io,
): Promise<number> {
  const isCertificate = options.winrm === true;
  const host = await withClient(options, io, async (client) => {
    const found = await lookupHost(client, options.host);
    await send(client, 'DELETE', pathOf(found.id, isCertificate));
    return found;
  });
  io.stderr.write(`Removed the ${nameOf(isCertificate)} of host ${describeHost(host)}.\n`);
  return 0;
}

const pathOf = (hostId: number, isCertificate: boolean): string =>
  `/hosts/${hostId}/${isCertificate ? 'winrm-certificate' : 'ssh-host-key'}`;

const nameOf = (isCertificate: boolean): string =>
  isCertificate ? 'WinRM certificate' : 'SSH host key';
