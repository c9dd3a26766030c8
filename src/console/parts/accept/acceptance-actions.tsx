import { useSignal } from '@preact/signals';
import type { Api } from '../../api/shapes.js';
import { api, unwrap } from '../../api/client.js';
import { RoleButton } from '../form/role-button.js';
import { FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';
import { announce } from '../toast.js';
import { ExtendAcceptanceDialog } from './extend-acceptance-dialog.js';
import { acceptanceScope } from './acceptance-scope.js';

interface AcceptanceActionsProps {
  acceptance: Api<'Acceptance'>;
  onChanged: () => void;
}

/** Extends or ends an acceptance that is active. A statement of a vendor ends with its document. */
export function AcceptanceActions({ acceptance, onChanged }: AcceptanceActionsProps) {
  const open = useSignal<'extend' | 'end' | null>(null);
  if (acceptance.ended_at !== null || acceptance.kind === 'vendor') return null;
  const close = (): void => {
    open.value = null;
  };
  return (
    <span class="buttons">
      <RoleButton needs="operator" look="quiet" onClick={() => (open.value = 'extend')}>
        Extend
      </RoleButton>
      <RoleButton needs="operator" look="quiet" onClick={() => (open.value = 'end')}>
        End
      </RoleButton>
      {open.value === 'extend' && (
        <ExtendAcceptanceDialog acceptance={acceptance} onClose={close} onExtended={onChanged} />
      )}
      {open.value === 'end' && (
        <EndAcceptanceDialog acceptance={acceptance} onClose={close} onEnded={onChanged} />
      )}
    </span>
  );
}

interface EndAcceptanceDialogProps {
  acceptance: Api<'Acceptance'>;
  onClose: () => void;
  onEnded: () => void;
}

/** Ends an acceptance, after it says what is open again then. */
function EndAcceptanceDialog({ acceptance, onClose, onEnded }: EndAcceptanceDialogProps) {
  const { id, vulnerability_id, findings } = acceptance;
  async function run(): Promise<void> {
    await unwrap(api.DELETE('/acceptances/{id}', { params: { path: { id } } }));
    announce('Acceptance ended');
    onEnded();
  }
  return (
    <FormDialog title="End this acceptance?" submit="End" isDangerous run={run} onClose={onClose}>
      <p>
        {vulnerability_id}, {acceptanceScope(acceptance)}: {plural(findings, 'finding')} that it
        covers now {findings === 1 ? 'is' : 'are'} open again. It stays in the register.
      </p>
    </FormDialog>
  );
}
