import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { useForm } from '../form/fields.js';
import { type DialogProps, FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';
import { now } from '../time.js';
import { acceptanceScope } from './acceptance-scope.js';
import { dayAfter, endOfDay } from './days.js';
import { ReasonAndEnd } from './reason-fields.js';

const DEFAULT_DAYS = 90;

/** Changes the end of an acceptance; the register keeps it as it was. */
export function ExtendAcceptanceDialog({
  acceptance,
  ...ends
}: DialogProps & { acceptance: Api<'Acceptance'> }) {
  const { id, vulnerability_id, reason } = acceptance;
  const { values, change } = useForm({ reason, lastDay: dayAfter(now.value, DEFAULT_DAYS) });
  const body = {
    until: values.lastDay === '' ? null : endOfDay(values.lastDay),
    reason: values.reason.trim(),
  };
  return (
    <FormDialog
      {...ends}
      title="Extend this acceptance"
      submit="Extend"
      run={() => unwrap(api.PUT('/acceptances/{id}', { params: { path: { id } }, body }))}
      done="Acceptance extended"
    >
      <p>
        {vulnerability_id}, {acceptanceScope(acceptance)}. It covers the same; the register keeps
        the present one as ended.
      </p>
      <ReasonAndEnd form={values} set={change} />
    </FormDialog>
  );
}

/** Ends an acceptance, after it says what is open again then. */
export function EndAcceptanceDialog({
  acceptance,
  ...ends
}: DialogProps & { acceptance: Api<'Acceptance'> }) {
  const { id, vulnerability_id, findings } = acceptance;
  return (
    <FormDialog
      {...ends}
      title="End this acceptance?"
      submit="End"
      isDangerous
      run={() => unwrap(api.DELETE('/acceptances/{id}', { params: { path: { id } } }))}
      done="Acceptance ended"
    >
      <p>
        {vulnerability_id}, {acceptanceScope(acceptance)}: {plural(findings, 'finding')} that it
        covers now {findings === 1 ? 'is' : 'are'} open again. It stays in the register.
      </p>
    </FormDialog>
  );
}
