import type { ComponentChildren } from 'preact';
import { useRead } from '../../../api/read.js';
import type { Api } from '../../../api/shapes.js';
import { Loaded } from '../../../parts/loaded.js';
import { Fact } from '../../../parts/text/fact.js';
import { countText, plural } from '../../../parts/text/plural.js';
import { ExactTime } from '../../../parts/time.js';
import { megabytes } from '../../../parts/text/megabytes.js';
import { SettingsPage } from '../settings-page.js';

type Settings = Api<'Settings'>;

/** The service: its version, zone, limits and data. They are set by its environment, and only shown here. */
export default function AboutScreen() {
  const settings = useRead('/settings');
  return (
    <SettingsPage title="About">
      <Loaded of={settings}>
        {({ data }) => (
          <div class="columns">
            <Service settings={data} />
            <DataDirectory settings={data} />
            <Limits settings={data} />
            <Safety settings={data} />
          </div>
        )}
      </Loaded>
    </SettingsPage>
  );
}

interface PanelProps {
  id: string;
  title: string;
  children: ComponentChildren;
}

function Panel({ id, title, children }: PanelProps) {
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl class="facts">{children}</dl>
    </section>
  );
}

interface SettingsProps {
  settings: Settings;
}

function Service({ settings: { version, now, zone, tls, public_url } }: SettingsProps) {
  return (
    <Panel id="service" title="Service">
      <Fact name="Version">{version}</Fact>
      <Fact name="Clock">
        <ExactTime at={now} />
      </Fact>
      <Fact name="Zone of schedules">{zone}</Fact>
      <Fact name="TLS">{tls}</Fact>
      <Fact name="Public address">{public_url ?? 'not set'}</Fact>
    </Panel>
  );
}

function DataDirectory({ settings: { data_dir, retention } }: SettingsProps) {
  return (
    <Panel id="data" title="Data">
      <Fact name="Data directory">{megabytes(data_dir.bytes)}</Fact>
      <Fact name="Hosts and results">{megabytes(data_dir.database_bytes)}</Fact>
      <Fact name="Vulnerability data">{megabytes(data_dir.knowledge_bytes)}</Fact>
      <Fact name="Files of feeds">{megabytes(data_dir.feeds_bytes)}</Fact>
      <Fact name="Events are kept">{plural(retention.event_days, 'day')}</Fact>
      <Fact name="The audit log is kept">{plural(retention.audit_days, 'day')}</Fact>
    </Panel>
  );
}

function Limits({ settings: { limits, feeds } }: SettingsProps) {
  const { requests_per_minute: requests } = limits;
  return (
    <Panel id="limits" title="Limits">
      <Fact name="Hosts of a task">{countText(limits.hosts_per_task)}</Fact>
      <Fact name="Hosts of a request">{countText(limits.hosts_per_request)}</Fact>
      <Fact name="Ports of a template">{countText(limits.ports_per_template)}</Fact>
      <Fact name="Tasks at once">{countText(limits.concurrent_tasks)}</Fact>
      <Fact name="Agent operations at once">{countText(limits.concurrent_agent_operations)}</Fact>
      <Fact name="Requests a minute">{requests === 0 ? 'no limit' : countText(requests)}</Fact>
      <Fact name="Feeds">
        {feeds.refresh === 'auto' ? 'updated every day' : 'updated on request only'}, old after{' '}
        {plural(feeds.stale_days, 'day')}
      </Fact>
    </Panel>
  );
}

function Safety({ settings: { scan, trust_on_first_use, mail } }: SettingsProps) {
  return (
    <Panel id="safety" title="Permissions">
      <Fact name="May contact">
        {scan.allow.length === 0 ? 'all hosts' : scan.allow.join(', ')}
      </Fact>
      <Fact name="Never contacts">
        {scan.deny.length === 0 ? 'nothing is excluded' : scan.deny.join(', ')}
      </Fact>
      <Fact name="New SSH host keys">
        {trust_on_first_use ? 'pinned at the first login' : 'refused until they are pinned'}
      </Fact>
      <Fact name="Mail">
        {mail.is_configured ? `sent as ${mail.from ?? 'the default sender'}` : 'not set up'}
      </Fact>
    </Panel>
  );
}
