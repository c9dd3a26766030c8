import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';

/** The hosts of the highest risk. */
export function WorstHosts({ hosts }: { hosts: Api<'Summary'>['worst_hosts'] }) {
  return (
    <section class="panel" aria-labelledby="worst-title">
      <h2 id="worst-title">Hosts of the highest risk</h2>
      {hosts.length === 0 ? (
        <p class="muted">No host has an open finding.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Host</th>
              <th scope="col" class="number">
                Risk
              </th>
              <th scope="col" class="number">
                Open
              </th>
              <th scope="col" class="number">
                Exploited
              </th>
            </tr>
          </thead>
          <tbody>
            {hosts.map(({ host_id, name, ip, risk, open, known_exploited }) => (
              <tr key={host_id}>
                <td>
                  <a href={href(`hosts/${host_id}`)}>{name === '' ? ip : name}</a>
                </td>
                <td class="number">{risk.toFixed(1)}</td>
                <td class="number">{open.toLocaleString('en-US')}</td>
                <td class="number">{known_exploited.toLocaleString('en-US')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
