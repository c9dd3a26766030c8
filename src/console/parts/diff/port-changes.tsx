import type { Api } from '../../api/shapes.js';
import { HostLink } from '../links/host-link.js';

type Change = Api<'ServiceDiff'>;
const SHOWN = 500;

const serviceText = (service: Change['before']): string =>
  service === null
    ? 'closed'
    : [service.service ?? 'unknown', service.product, service.version].filter(Boolean).join(' ');

/** The ports that were opened, closed, or have another service. */
export function PortChanges({ services }: { services: Api<'TaskDiff'>['services'] }) {
  const rows = [
    ...services.opened.map((change) => ({ ...change, kind: 'opened' })),
    ...services.closed.map((change) => ({ ...change, kind: 'closed' })),
    ...services.changed.map((change) => ({ ...change, kind: 'changed' })),
  ];
  return (
    <div class="table-scroll">
      <table class="cards">
        <caption class="visually-hidden">Ports that changed</caption>
        <thead>
          <tr>
            {['Host', 'Port', 'Change', 'Before', 'After'].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .slice(0, SHOWN)
            .map(({ host_id, name, ip, port, transport, kind, before, after }) => (
              <tr key={`${host_id} ${port}/${transport}`}>
                <td data-label="Host">
                  <HostLink id={host_id} name={name} ip={ip} />
                </td>
                <td data-label="Port">
                  {port}/{transport}
                </td>
                <td data-label="Change">{kind}</td>
                <td data-label="Before">{serviceText(before)}</td>
                <td data-label="After">{serviceText(after)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {rows.length > SHOWN && (
        <p class="muted">
          {SHOWN} of {rows.length} ports. All are in the export.
        </p>
      )}
    </div>
  );
}
