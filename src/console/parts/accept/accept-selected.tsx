import { useSignal } from '@preact/signals';
import { RoleButton } from '../form/role-button.js';
import type { Selected } from './accept-many.js';
import { AcceptManyDialog } from './accept-many-dialog.js';

interface AcceptSelectedProps {
  selected: Selected;
  /** why the selection cannot be accepted */
  hint?: string | null;
  onAccepted: () => void;
}

/** The action that accepts the selected rows. */
export function AcceptSelected({ selected, hint = null, onAccepted }: AcceptSelectedProps) {
  const isOpen = useSignal(false);
  const close = (): void => {
    isOpen.value = false;
  };
  return (
    <>
      <RoleButton needs="operator" hint={hint} onClick={() => (isOpen.value = true)}>
        Accept
      </RoleButton>
      {isOpen.value && (
        <AcceptManyDialog selected={selected} onClose={close} onAccepted={onAccepted} />
      )}
    </>
  );
}
