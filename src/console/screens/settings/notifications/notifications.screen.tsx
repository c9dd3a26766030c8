import { currentTab, Tabs } from '../../../parts/links/tabs.js';
import { SettingsPage } from '../settings-page.js';
import { ChannelsView } from './channels-view.js';
import { DeliveriesView } from './deliveries-view.js';
import { RulesView } from './rules-view.js';

const VIEWS = [
  ['channels', 'Channels'],
  ['rules', 'Rules'],
  ['deliveries', 'Deliveries'],
] as const;

/** Where messages are sent, about what, and whether they arrived. */
export default function NotificationsScreen() {
  const view = currentTab('view', VIEWS);
  return (
    <SettingsPage title="Notifications" needs="operator">
      <Tabs label="Lists of notifications" name="view" tabs={VIEWS} />
      {view === 'channels' && <ChannelsView />}
      {view === 'rules' && <RulesView />}
      {view === 'deliveries' && <DeliveriesView />}
    </SettingsPage>
  );
}
