import { FormDialog } from '../../../parts/form/form-dialog.js';
import { announce } from '../../../parts/toast.js';

interface RemoveDialogProps {
  name: string;
  /** what else it changes */
  effect: string;
  remove: () => Promise<unknown>;
  onClose: () => void;
  onRemoved: () => void;
}

/** Removes a channel or a rule. */
export function RemoveDialog({ name, effect, remove, onClose, onRemoved }: RemoveDialogProps) {
  async function run(): Promise<void> {
    await remove();
    announce(`${name} removed`);
    onRemoved();
  }
  return (
    <FormDialog title={`Remove ${name}?`} submit="Remove" isDangerous run={run} onClose={onClose}>
      <p>{effect}</p>
    </FormDialog>
  );
}
