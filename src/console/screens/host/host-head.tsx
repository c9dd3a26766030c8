import { useSignal } from '@preact/signals';
import type { Api } from '../../api/shapes.js';
import { useKeys } from '../../app/keys.js';
import { navigate } from '../../app/router.js';
import { HeadButtons } from '../../parts/form/head-buttons.js';
import { keyOfRole, RoleButton } from '../../parts/form/role-button.js';
import { DeleteHostsDialog } from '../../parts/hosts/delete-hosts-dialog.js';
import { HostCoverage } from '../../parts/hosts/host-coverage.js';
import { hostName } from '../../parts/hosts/host-name.js';
import { ScanDialog } from '../../parts/hosts/scan-dialog.js';
import { HostFacts } from './host-facts.js';
import { EditHostDialog } from './edit-host-dialog.js';
import { ImportInventoryDialog } from './import-inventory-dialog.js';
import { GroupsDialog } from './groups-dialog.js';

interface HostHeadProps {
  host: Api<'Host'>;
  reload: () => void;
}

/** The summary of a host: how far it was checked, its risk, its system. */
export function HostHead({ host, reload }: HostHeadProps) {
  return (
    <>
      <header class="heading">
        <h1 tabIndex={-1}>{hostName(host)}</h1>
        <HostButtons host={host} reload={reload} />
      </header>
      {host.description !== '' && <p>{host.description}</p>}
      {host.unanswered && (
        <p>
          Nothing ever answered at this address: it is not counted as a host. Edit it to make it
          one.
        </p>
      )}
      {host.coverage && <HostCoverage coverage={host.coverage} />}
      <HostFacts host={host} groups={host.group_names ?? []} />
    </>
  );
}

function HostButtons({ host, reload }: HostHeadProps) {
  const open = useSignal<'edit' | 'groups' | 'import' | 'scan' | 'delete' | null>(null);
  const close = (): void => {
    open.value = null;
  };
  const name = hostName(host);
  useKeys({
    r: keyOfRole('operator', () => {
      open.value = 'scan';
    }),
  });
  return (
    <>
      <HeadButtons>
        <RoleButton
          needs="operator"
          look="primary"
          shortcut="r"
          onClick={() => (open.value = 'scan')}
        >
          Scan now
        </RoleButton>
        <RoleButton
          needs="operator"
          onClick={() => navigate('templates/new', { type: 'inventory', hosts: `${host.id}` })}
        >
          Take inventory
        </RoleButton>
        <RoleButton needs="operator" onClick={() => (open.value = 'import')}>
          Import inventory
        </RoleButton>
        <RoleButton needs="operator" onClick={() => (open.value = 'edit')}>
          Edit
        </RoleButton>
        <RoleButton needs="operator" onClick={() => (open.value = 'groups')}>
          Groups
        </RoleButton>
        <RoleButton needs="operator" look="danger" onClick={() => (open.value = 'delete')}>
          Delete
        </RoleButton>
      </HeadButtons>
      {open.value === 'import' && (
        <ImportInventoryDialog host={host} onClose={close} onImported={reload} />
      )}
      {open.value === 'edit' && <EditHostDialog host={host} onClose={close} onChanged={reload} />}
      {open.value === 'groups' && <GroupsDialog host={host} onClose={close} onChanged={reload} />}
      {open.value === 'scan' && (
        <ScanDialog chosen={{ ids: [host.id] }} name={`Scan of ${name}`} onClose={close} />
      )}
      {open.value === 'delete' && (
        <DeleteHostsDialog
          chosen={{ ids: [host.id] }}
          name={name}
          onClose={close}
          onDeleted={() => navigate('hosts')}
        />
      )}
    </>
  );
}
