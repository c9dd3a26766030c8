import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { asApiError } from '../../../api/problem.js';
import { Dialog } from '../../../parts/dialog.js';
import { Fact } from '../../../parts/text/fact.js';

type Outcome = Api<'NotificationTest'>;

interface TestChannelDialogProps {
  channel: Api<'NotificationChannel'>;
  onClose: () => void;
}

/** Sends a test message and shows what the other side answered. */
export function TestChannelDialog({ channel, onClose }: TestChannelDialogProps) {
  const outcome = useSignal<Outcome | null>(null);
  const problem = useSignal<string | null>(null);
  async function test(): Promise<void> {
    outcome.value = null;
    problem.value = null;
    const params = { path: { id: channel.id } };
    try {
      outcome.value = (await unwrap(api.POST('/notification-channels/{id}/test', { params }))).data;
    } catch (error) {
      problem.value = asApiError(error).message;
    }
  }
  useEffect(() => void test(), []);
  const isBusy = outcome.value === null && problem.value === null;
  return (
    <Dialog title={`Test of ${channel.name}`} onClose={onClose}>
      <div role="status">
        {isBusy && <p>A test message is being sent…</p>}
        {problem.value !== null && <p class="error">{problem.value}</p>}
        {outcome.value && <Answer outcome={outcome.value} />}
      </div>
      <div class="buttons">
        <button type="button" class="primary" disabled={isBusy} onClick={() => void test()}>
          Send again
        </button>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function Answer({ outcome: { ok, status, answer, error } }: { outcome: Outcome }) {
  return (
    <>
      <p>
        <strong>{ok ? 'The message was accepted.' : 'The message was not accepted.'}</strong>
      </p>
      {error !== null && <p class="error">{error}</p>}
      <dl class="facts">
        {status !== null && <Fact name="Status">{status}</Fact>}
        {answer !== null && <Fact name="Answer">{answer}</Fact>}
      </dl>
    </>
  );
}
