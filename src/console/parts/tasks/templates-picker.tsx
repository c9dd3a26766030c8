import { api, unwrap } from '../../api/client.js';
import { FoundPicker, type Named, type PickerSource } from '../form/found-picker.js';

interface TemplatesPickerProps {
  legend: string;
  chosen: readonly number[];
  onChange: (templates: readonly number[]) => void;
}

/** Finds templates by name, and lists those that are chosen. */
export const TemplatesPicker = (props: TemplatesPickerProps) => (
  <FoundPicker source={TEMPLATES} {...props} />
);

const TEMPLATES: PickerSource = {
  noun: 'template',
  label: 'Add a template by name',
  find: async (name, limit, signal) => {
    const query = { name, limit };
    const { data } = await unwrap(api.GET('/api/v1/templates/', { params: { query }, signal }));
    return data;
  },
  named: async (ids, signal) => {
    const read = await Promise.allSettled(ids.map((id) => readTemplate(id, signal)));
    return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  },
};

async function readTemplate(id: number, signal: AbortSignal | null): Promise<Named> {
  const params = { path: { id } };
  return (await unwrap(api.GET('/api/v1/templates/{id}', { params, signal }))).data;
}
