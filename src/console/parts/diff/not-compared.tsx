import type { Api } from '../../api/shapes.js';
import { HostLink } from '../links/host-link.js';

const SHOWN = 500;

/** The hosts that could not be compared, and why: nothing is new or fixed on them as far as this task knows. */
export function NotComparedList({ hosts }: { hosts: readonly Api<'NotCompared'>[] }) {
  return (
    <div class="table-scroll">
      <table class="cards">
        <caption class="visually-hidden">Hosts that were not compared</caption>
        <thead>
          <tr>
            {['Host', 'Reason', 'Detail', 'Ports'].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hosts.slice(0, SHOWN).map(({ host_id, name, ip, reason, detail, ports }) => (
            <tr key={`${host_id} ${reason} ${ports ?? ''}`}>
              <td data-label="Host">
                <HostLink id={host_id} name={name} ip={ip} />
              </td>
              <td data-label="Reason">{reason.replaceAll('_', ' ')}</td>
              <td data-label="Detail">{detail}</td>
              <td data-label="Ports">{ports ?? 'all'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hosts.length > SHOWN && (
        <p class="muted">
          {SHOWN} of {hosts.length} hosts. All are in the export.
        </p>
      )}
    </div>
  );
}
