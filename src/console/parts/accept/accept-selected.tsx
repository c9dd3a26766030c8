import { useActions } from '../form/actions.js';
import { AcceptManyDialog } from './accept-many-dialog.js';
import type { Selected } from './accept-many.js';

interface AcceptSelectedProps {
  selected: Selected;
  /** why the selection cannot be accepted */
  hint?: string | null;
  onAccepted: () => void;
}

/** The action that accepts the selected rows. */
export function AcceptSelected({ selected, hint = null, onAccepted }: AcceptSelectedProps) {
  const { buttons, dialog } = useActions([
    {
      label: 'Accept',
      hint: () => hint,
      dialog: (onClose) => <AcceptManyDialog {...{ selected, onClose, onAccepted }} />,
    },
  ]);
  return (
    <>
      {buttons}
      {dialog}
    </>
  );
}
