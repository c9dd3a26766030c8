import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { Field } from '../form/field.js';
import { FormDialog } from '../form/form-dialog.js';
import { now } from '../time.js';
import { announce } from '../toast.js';
import { acceptanceScope } from './acceptance-scope.js';
import { dayAfter, endOfDay } from './days.js';

interface ExtendAcceptanceDialogProps {
  acceptance: Api<'Acceptance'>;
  onClose: () => void;
  onExtended: () => void;
}

const DEFAULT_DAYS = 90;

/** Changes the end of an acceptance; the register keeps it as it was. */
export function ExtendAcceptanceDialog(props: ExtendAcceptanceDialogProps) {
  const { acceptance, onClose, onExtended } = props;
  const { id, vulnerability_id } = acceptance;
  const lastDay = useSignal(dayAfter(now.value, DEFAULT_DAYS));
  const reason = useSignal(acceptance.reason);
  async function run(): Promise<void> {
    const body = {
      until: lastDay.value === '' ? null : endOfDay(lastDay.value),
      reason: reason.value.trim(),
    };
    await unwrap(api.PUT('/acceptances/{id}', { params: { path: { id } }, body }));
    announce('Acceptance extended');
    onExtended();
  }
  return (
    <FormDialog title="Extend this acceptance" submit="Extend" run={run} onClose={onClose}>
      <p>
        {vulnerability_id}, {acceptanceScope(acceptance)}. It covers the same; the register keeps
        the present one as ended.
      </p>
      <Field label="Until the end of" help="Without a day it does not end.">
        <input
          type="date"
          min={dayAfter(now.value, 0)}
          value={lastDay.value}
          onInput={(event) => (lastDay.value = event.currentTarget.value)}
        />
      </Field>
      <Field label="Reason">
        <textarea
          required
          rows={3}
          maxLength={1000}
          value={reason.value}
          onInput={(event) => (reason.value = event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  );
}
