import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { asApiError } from '../../../api/problem.js';
import { remedyOf } from '../../../parts/agents/remedies.js';
import { Dialog } from '../../../parts/dialog.js';
import { HostPicker } from '../../../parts/hosts/host-picker.js';

type Outcome = Api<'LoginTest'>;

interface TestCredentialDialogProps {
  credential: Api<'Credential'>;
  onClose: () => void;
}

/** Logs in to a host with a credential and says which steps passed. Nothing is changed on the host. */
export function TestCredentialDialog({ credential, onClose }: TestCredentialDialogProps) {
  const host = useSignal(0);
  const isBusy = useSignal(false);
  const outcome = useSignal<Outcome | null>(null);
  const problem = useSignal<string | null>(null);
  async function test(): Promise<void> {
    isBusy.value = true;
    outcome.value = null;
    problem.value = null;
    const request = {
      params: { path: { id: credential.id } },
      body: { host_id: host.value },
    };
    try {
      outcome.value = (await unwrap(api.POST('/credentials/{id}/test', request))).data;
    } catch (error) {
      problem.value = asApiError(error).message;
    }
    isBusy.value = false;
  }
  return (
    <Dialog title={`Test ${credential.name}`} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void test();
        }}
      >
        <p>Logs in as {credential.username} and looks at the rights there. Nothing is changed.</p>
        <HostPicker value={host.value} onChange={(id) => (host.value = id)} />
        <div role="status">
          {isBusy.value && <p>Logging in…</p>}
          {problem.value !== null && <p class="error">{problem.value}</p>}
          {outcome.value && <Steps outcome={outcome.value} />}
        </div>
        <div class="buttons">
          <button type="submit" class="primary" disabled={host.value === 0 || isBusy.value}>
            Test
          </button>
          <button type="button" onClick={onClose}>
            Close
          </button>
          {host.value === 0 && <span class="muted">Choose a host first</span>}
        </div>
      </form>
    </Dialog>
  );
}

function Steps({ outcome: { ok, steps, error } }: { outcome: Outcome }) {
  return (
    <>
      <p>
        <strong>{ok ? 'It works.' : 'It does not work.'}</strong>
      </p>
      <ul class="lines">
        {steps.map(({ step, ok: isOk, message }) => (
          <li key={step} class={isOk ? undefined : 'error'}>
            {step}: {message}
          </li>
        ))}
      </ul>
      {error && (
        <p>
          <code>{error.code}</code> {remedyOf(error.code)}
        </p>
      )}
    </>
  );
}
