import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { FormDialog } from '../form/form-dialog.js';
import { now } from '../time.js';
import { announce } from '../toast.js';
import { acceptanceScope } from './acceptance-scope.js';
import { dayAfter, endOfDay } from './days.js';
import { ReasonAndEnd } from './reason-fields.js';

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
  const form = useSignal({
    reason: acceptance.reason,
    lastDay: dayAfter(now.value, DEFAULT_DAYS),
  });
  async function run(): Promise<void> {
    const { lastDay, reason } = form.value;
    const body = { until: lastDay === '' ? null : endOfDay(lastDay), reason: reason.trim() };
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
      <ReasonAndEnd
        form={form.value}
        set={(changes) => (form.value = { ...form.value, ...changes })}
      />
    </FormDialog>
  );
}
