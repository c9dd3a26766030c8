import type { Api } from '../../api/shapes.js';
import { useActions } from '../form/actions.js';
import { EndAcceptanceDialog, ExtendAcceptanceDialog } from './acceptance-dialogs.js';

interface AcceptanceActionsProps {
  acceptance: Api<'Acceptance'>;
  onChanged: () => void;
}

/** Extends or ends an acceptance that is active. A statement of a vendor ends with its document. */
export function AcceptanceActions({ acceptance, onChanged }: AcceptanceActionsProps) {
  const { buttons, dialog } = useActions([
    {
      label: 'Extend',
      look: 'quiet',
      dialog: (onClose) => (
        <ExtendAcceptanceDialog {...{ acceptance, onClose }} onDone={onChanged} />
      ),
    },
    {
      label: 'End',
      look: 'quiet',
      dialog: (onClose) => <EndAcceptanceDialog {...{ acceptance, onClose }} onDone={onChanged} />,
    },
  ]);
  if (acceptance.ended_at !== null || acceptance.kind === 'vendor') return null;
  return (
    <span class="buttons">
      {buttons}
      {dialog}
    </span>
  );
}
