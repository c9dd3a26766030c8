import type { Api } from '../../api/shapes.js';
import { asApiError } from '../../api/problem.js';
import { RoleButton } from '../../parts/form/role-button.js';
import { runTemplate } from '../../parts/tasks/run-template.js';
import { enableSchedule } from '../../parts/tasks/template-changes.js';
import { announce } from '../../parts/toast.js';

interface RowButtonsProps {
  template: Api<'Template'>;
  reload: () => void;
}

/** Run, and the switch of the schedule, of one template. */
export function RowButtons({ template: { id, name, schedule }, reload }: RowButtonsProps) {
  async function turn(enable: boolean): Promise<void> {
    try {
      await enableSchedule(id, enable);
      reload();
    } catch (thrown) {
      announce(asApiError(thrown).message, 'error');
    }
  }
  return (
    <span class="buttons">
      <RoleButton needs="operator" onClick={() => void runTemplate(id)}>
        Run<span class="visually-hidden"> {name}</span>
      </RoleButton>
      {schedule && (
        <RoleButton needs="operator" look="quiet" onClick={() => void turn(!schedule.enabled)}>
          {schedule.enabled ? 'Switch off' : 'Switch on'}
          <span class="visually-hidden"> {name}</span>
        </RoleButton>
      )}
    </span>
  );
}
