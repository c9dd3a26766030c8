import { useRef } from 'preact/hooks';
import { api, unwrap } from '../../api/client.js';
import { asApiError } from '../../api/problem.js';
import { RoleButton } from '../../parts/form/role-button.js';
import { saveFile } from '../../parts/save-file.js';
import { countText, plural } from '../../parts/text/plural.js';
import { announce } from '../../parts/toast.js';

function withError(action: Promise<void>): void {
  action.catch((thrown: unknown) => announce(failureText(thrown), 'error'));
}

/** Exports the register as OpenVEX. */
export function ExportVexButton() {
  return (
    <RoleButton needs="viewer" onClick={() => withError(exportVex())}>
      Export OpenVEX
    </RoleButton>
  );
}

/** Imports the statements of a vendor (VEX). */
export function ImportVexButton({ onImported }: { onImported: () => void }) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <RoleButton needs="operator" onClick={() => file.current?.click()}>
        Import VEX
      </RoleButton>
      <input
        ref={file}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="A VEX document"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) withError(importVex(chosen).then(onImported));
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

const failureText = (thrown: unknown): string =>
  thrown instanceof SyntaxError ? 'The file is not JSON' : asApiError(thrown).message;

async function importVex(file: File): Promise<void> {
  const body = JSON.parse(await file.text()) as Record<string, unknown>;
  const { data } = await unwrap(api.POST('/vex', { body }));
  const { product, version, contradicted } = data.skipped;
  const skipped = product + version + contradicted;
  announce(
    `${data.by}: ${plural(data.added, 'acceptance')} added, ${countText(data.ended)} ended, ` +
      `${plural(skipped, 'statement')} left out`,
  );
}

async function exportVex(): Promise<void> {
  const query = { format: 'openvex' as const };
  const document = await unwrap<unknown>(
    api.GET('/acceptances', { params: { query }, parseAs: 'text' }),
  );
  saveFile('hostwarden.openvex.json', String(document), 'application/json');
}
