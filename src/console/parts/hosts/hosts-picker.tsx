import { api, unwrap } from '../../api/client.js';
import { FoundPicker, type PickerSource } from '../form/found-picker.js';
import { hostName } from './host-name.js';

interface HostsPickerProps {
  legend?: string;
  chosen: readonly number[];
  onChange: (hosts: readonly number[]) => void;
}

/** Finds hosts by name or address, and lists those that are chosen. */
export const HostsPicker = ({ legend = 'Hosts', chosen, onChange }: HostsPickerProps) => (
  <FoundPicker source={HOSTS} legend={legend} chosen={chosen} onChange={onChange} />
);

const HOSTS: PickerSource = {
  noun: 'host',
  label: 'Add a host by name or address',
  find: async (q, limit, signal) => {
    const { data } = await unwrap(api.GET('/hosts', { params: { query: { q, limit } }, signal }));
    return data.map((host) => ({ id: host.id, name: hostName(host) }));
  },
  nameOf: async (id, signal) =>
    hostName((await unwrap(api.GET('/hosts/{id}', { params: { path: { id } }, signal }))).data),
};
