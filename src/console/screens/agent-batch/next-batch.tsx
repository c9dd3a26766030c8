import { useSignal } from '@preact/signals';
import type { Api } from '../../api/shapes.js';
import { asApiError } from '../../api/problem.js';
import { BatchDialog } from '../../parts/agents/batch-dialog.js';
import { RoleButton } from '../../parts/form/role-button.js';
import { announce } from '../../parts/toast.js';

interface NextBatchProps {
  batch: Api<'AgentBatchProgress'>;
  label: string;
  isDryRun: boolean;
  /** returns the hosts of the next batch */
  find: () => Promise<number[]>;
  look?: 'primary';
}

/** A button that prepares a batch on some hosts of this one. */
export function NextBatch({ batch, label, isDryRun, find, look }: NextBatchProps) {
  const hosts = useSignal<number[] | null>(null);
  async function prepare(): Promise<void> {
    try {
      hosts.value = await find();
    } catch (error) {
      announce(asApiError(error).message, 'error');
    }
  }
  return (
    <>
      <RoleButton needs="operator" {...(look && { look })} onClick={() => void prepare()}>
        {label}
      </RoleButton>
      {hosts.value !== null && (
        <BatchDialog
          action={batch.action}
          hosts={{ host_ids: hosts.value }}
          credentialId={batch.credential_id}
          isDryRun={isDryRun}
          onClose={() => (hosts.value = null)}
        />
      )}
    </>
  );
}
