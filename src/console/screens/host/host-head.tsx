import type { Api } from '../../api/shapes.js';
import { navigate } from '../../app/router.js';
import { useActions } from '../../parts/form/actions.js';
import { HeadButtons } from '../../parts/form/head-buttons.js';
import { DeleteHostsDialog } from '../../parts/hosts/delete-hosts-dialog.js';
import { HostCoverage } from '../../parts/hosts/host-coverage.js';
import { hostName } from '../../parts/hosts/host-name.js';
import { ScanDialog } from '../../parts/hosts/scan-dialog.js';
import { EditHostDialog } from './edit-host-dialog.js';
import { GroupsDialog } from './groups-dialog.js';
import { HostFacts } from './host-facts.js';
import { ImportInventoryDialog } from './import-inventory-dialog.js';

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
  const name = hostName(host);
  const chosen = { ids: [host.id] };
  const { buttons, dialog } = useActions([
    {
      label: 'Scan now',
      look: 'primary',
      shortcut: 'r',
      dialog: (close) => <ScanDialog chosen={chosen} name={`Scan of ${name}`} onClose={close} />,
    },
    {
      label: 'Take inventory',
      run: () => navigate('templates/new', { type: 'inventory', hosts: `${host.id}` }),
    },
    {
      label: 'Import inventory',
      dialog: (close) => <ImportInventoryDialog host={host} onClose={close} onDone={reload} />,
    },
    {
      label: 'Edit',
      dialog: (close) => <EditHostDialog host={host} onClose={close} onDone={reload} />,
    },
    {
      label: 'Groups',
      dialog: (close) => <GroupsDialog host={host} onClose={close} onDone={reload} />,
    },
    {
      label: 'Delete',
      look: 'danger',
      dialog: (onClose) => (
        <DeleteHostsDialog {...{ chosen, name, onClose }} onDone={() => navigate('hosts')} />
      ),
    },
  ]);
  return (
    <>
      <HeadButtons>{buttons}</HeadButtons>
      {dialog}
    </>
  );
}
