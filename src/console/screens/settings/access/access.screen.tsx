import { useApiList } from '../../../api/list.js';
import { roleHint } from '../../../api/session.js';
import { useActions } from '../../../parts/form/actions.js';
import { currentTab, Tabs } from '../../../parts/links/tabs.js';
import { NAMED_LIST } from '../../../parts/table/columns.js';
import { SettingsPage } from '../settings-page.js';
import { NewTokenDialog } from './new-token-dialog.js';
import { SessionsView, TokensView } from './access-views.js';

const VIEWS = [
  ['tokens', 'Tokens'],
  ['sessions', 'Sessions'],
] as const;

/** Who may use the service: tokens, and the browsers that are signed in with them. */
export default function AccessScreen() {
  const view = currentTab('view', VIEWS);
  const isOff = view !== 'tokens' || roleHint('admin') !== null;
  const tokens = useApiList('/tokens', { ...NAMED_LIST, isOff });
  const { buttons, dialog } = useActions([
    {
      label: 'Create a token',
      needs: 'admin',
      look: 'primary',
      shortcut: 'n',
      dialog: (close) => <NewTokenDialog onClose={close} onDone={tokens.reload} />,
    },
  ]);
  return (
    <SettingsPage title="Tokens and sessions" needs="admin" action={buttons}>
      <Tabs label="Lists of access" name="view" tabs={VIEWS} />
      {view === 'sessions' ? <SessionsView /> : <TokensView list={tokens} />}
      {dialog}
    </SettingsPage>
  );
}
