import { isFix, remediationCountText } from '../../../vulnerabilities/remediations/counts.text.js';
import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { CertaintyMarks } from '../../parts/findings/certainty.js';
import { CopyButton } from '../../parts/copy-button.js';
import type { Checked } from '../../parts/hosts/checked-part.js';
import { Severity } from '../../parts/severity.js';

interface DoFirstProps {
  remediations: Api<'Summary'>['remediations'];
  checked: Checked;
}

const NOTHING: Readonly<Record<Checked, string>> = {
  all: 'Nothing to do: no open finding has an action.',
  some: 'Nothing to do is known in what was checked.',
  none: 'Not checked: the line above says why.',
};

/** The actions that lower the risk most, each with its command. */
export function DoFirst({ remediations, checked }: DoFirstProps) {
  return (
    <section class="panel" aria-labelledby="do-first-title">
      <h2 id="do-first-title">Do first</h2>
      {remediations.length === 0 ? (
        <p class="muted">{NOTHING[checked]}</p>
      ) : (
        <ol class="actions">
          {remediations.map((remediation) => (
            <Action key={`${remediation.host_id} ${remediation.title}`} remediation={remediation} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Action({ remediation }: { remediation: Api<'Remediation'> }) {
  const { host_id, name, ip, title, severity, command } = remediation;
  const count = remediationCountText(remediation);
  return (
    <li>
      <div class="action">
        <p>
          <Severity value={severity} /> <strong>{title}</strong> on{' '}
          <a href={href(`hosts/${host_id}`)}>{name === '' ? ip : name}</a>
          <span class="muted">
            {' '}
            {isFix(remediation) ? `fixes ${count}` : `leaves ${count}`}
          </span>{' '}
          <CertaintyMarks counts={remediation.by_confidence} />
        </p>
        {command !== null && (
          <p class="command">
            <code>{command}</code> <CopyButton text={command} label="Copy the command" />
          </p>
        )}
      </div>
    </li>
  );
}
