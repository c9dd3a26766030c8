import { api, unwrap } from '../../api/client.js';
import { FoundPicker, type PickerSource } from '../form/found-picker.js';

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
  nameOf: async (id, signal) => {
    const params = { path: { id } };
    const { data } = await unwrap(api.GET('/api/v1/templates/{id}', { params, signal }));
    return data.name;
  },
};
