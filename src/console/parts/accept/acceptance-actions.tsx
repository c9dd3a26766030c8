import { useSignal } from '@preact/signals';
import type { Api } from '../../api/shapes.js';
import { RoleButton } from '../form/role-button.js';
import { EndAcceptanceDialog } from './end-acceptance-dialog.js';
import { ExtendAcceptanceDialog } from './extend-acceptance-dialog.js';

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
