import { TextField } from '../../../parts/form/text-field.js';
import { useGroups } from '../../../parts/hosts/use-groups.js';
import type { FormPartProps } from './credential-form.js';

/** The only places where the credential may be used; without any, wherever an admin has used it. */
export function ScopeFields({ form, change }: FormPartProps) {
  const groups = useGroups();
  const toggle = (id: number): void => {
    const has = form.group_ids.includes(id);
    change({ group_ids: has ? form.group_ids.filter((o) => o !== id) : [...form.group_ids, id] });
  };
  return (
    <fieldset>
      <legend>It may only be used</legend>
      {groups.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={form.group_ids.includes(id)}
            onChange={() => toggle(id)}
          />{' '}
          on the hosts of {name}
        </label>
      ))}
      <TextField
        label="On these addresses and blocks, one a line"
        rows={2}
        isOptional
        placeholder="10.0.0.0/8"
        help="This binds admins, too. With none of them, operators may use it where an admin has used it."
        value={form.networks}
        onChange={(networks) => change({ networks })}
      />
    </fieldset>
  );
}
