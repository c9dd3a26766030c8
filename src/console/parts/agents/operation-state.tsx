import type { Api } from '../../api/shapes.js';
import { remedyOf } from './remedies.js';

type Operation = Api<'AgentOperation'>;

/** Returns a code such as `clean_up` as words. */
const toWords = (code: string): string => code.replaceAll('_', ' ');

/** How far an operation is: its step while it runs, its end, or its error with the remedy. */
export function OperationState({ operation }: { operation: Operation }) {
  const { status, step, percent, message, error } = operation;
  if (status === 'working')
    return (
      <>
        {toWords(step)} <progress max={100} value={percent} aria-label={`${percent} %`} />
      </>
    );
  if (error === null) return <>{message === '' ? status : message}</>;
  return (
    <>
      <span class="error">{error.message}</span> <code>{error.code}</code>
      <span class="title">{remedyOf(error.code)}</span>
      {error.detail !== null && (
        <details>
          <summary>Detail</summary>
          <pre>{error.detail}</pre>
        </details>
      )}
    </>
  );
}

/** Returns what an operation is: `install (dry run)`. */
export const operationWords = ({ action, dry_run }: Operation): string =>
  `${action === 'uninstall' ? 'remove' : action}${dry_run ? ' (dry run)' : ''}`;
