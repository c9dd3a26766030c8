import type { Api } from '../../api/shapes.js';
import { CopyButton } from '../../parts/copy-button.js';

const STEPS = [
  {
    title: 'Scan an address',
    text: 'Finds open ports, services and their weaknesses. Nothing is installed.',
    command: 'hostwarden scan 192.0.2.10',
  },
  {
    title: 'Import an inventory',
    text: 'The packages of a host, from a report that you collect there.',
    command: 'hostwarden inventory import --help',
  },
  {
    title: 'Install an agent',
    text: 'Reports the packages of a host after each change.',
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
        {STEPS.map(({ title, text, command }) => (
          <li key={title} class="panel">
            <h2>{title}</h2>
            <p>{text}</p>
            <Command text={command} />
          </li>
        ))}
      </ul>
      {!isLoaded && (
        <section class="panel" aria-labelledby="feeds-title">
          <h2 id="feeds-title">No vulnerability data are loaded</h2>
          <p>Without them, hosts are not matched, and are shown as not checked.</p>
          <Command text="hostwarden feed update" />
        </section>
      )}
    </>
  );
}

function Command({ text }: { text: string }) {
  return (
    <p class="command">
      <code>{text}</code> <CopyButton text={text} label={`Copy: ${text}`} />
    </p>
  );
}
