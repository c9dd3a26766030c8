import { api, unwrap } from '../../api/client.js';
import { FoundPicker, type Named, type PickerSource } from '../form/found-picker.js';
import { hostName } from './host-name.js';

interface HostsPickerProps {
  legend?: string;
  chosen: readonly number[];
  known?: readonly Named[] | undefined;
  onChange: (hosts: readonly number[]) => void;
}

/** Finds hosts by name or address, and lists those that are chosen. */
export const HostsPicker = ({ legend = 'Hosts', ...props }: HostsPickerProps) => (
  <FoundPicker source={HOSTS} legend={legend} {...props} />
);

async function readHosts(
  query: { q: string; limit: number } | { ids: string; limit: number },
  signal: AbortSignal | null,
): Promise<Named[]> {
  const { data } = await unwrap(api.GET('/hosts', { params: { query }, signal }));
  return data.map((host) => ({ id: host.id, name: hostName(host) }));
}

const HOSTS: PickerSource = {
  noun: 'host',
  label: 'Add a host by name or address',
  find: (q, limit, signal) => readHosts({ q, limit }, signal),
  named: (ids, signal) => readHosts({ ids: ids.join(), limit: ids.length }, signal),
};
