import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { Command } from '../../parts/text/command.js';

const STEPS = [
  {
    title: 'Scan an address',
    text: 'Finds open ports, services and their weaknesses. Nothing is installed.',
    link: ['hosts', 'Add hosts, and scan them'],
    command: 'hostwarden scan 192.0.2.10',
  },
  {
    title: 'Import an inventory',
    text: 'The packages of a host, from a report that you collect there.',
    link: ['hosts', 'Add a host, and import its report'],
    command: 'hostwarden inventory import --help',
  },
  {
    title: 'Install an agent',
    text: 'Reports the packages of a host after each change.',
    link: ['agents?view=without', 'Install agents'],
    command: 'hostwarden agent install --help',
  },
] as const;

/** The ways to begin with an empty data directory. */
export function FirstSteps({ feeds }: { feeds: Api<'Summary'>['feeds'] }) {
  const isLoaded = feeds.some(({ status }) => status === 'ready');
  return (
    <>
      <p>There is no host yet. Add the first one in one of three ways:</p>
      <ul class="steps">
        {STEPS.map(({ title, text, link: [place, label], command }) => (
          <li key={title} class="panel">
            <h2>{title}</h2>
            <p>{text}</p>
            <p>
              <a href={href(place)}>{label}</a>, or:
            </p>
            <Command text={command} />
          </li>
        ))}
      </ul>
      {!isLoaded && (
        <section class="panel" aria-labelledby="feeds-title">
          <h2 id="feeds-title">No vulnerability data are loaded</h2>
          <p>Without them, hosts are not matched, and are shown as not checked.</p>
          <p>
            <a href={href('settings/feeds')}>Load feeds, also from files</a>, or:
          </p>
          <Command text="hostwarden feed update" />
        </section>
      )}
    </>
  );
}
