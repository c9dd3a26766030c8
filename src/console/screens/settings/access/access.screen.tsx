import { useSignal } from '@preact/signals';
import { roleHint } from '../../../api/session.js';
import { useKeys } from '../../../app/keys.js';
import { RoleButton } from '../../../parts/form/role-button.js';
import { currentTab, Tabs } from '../../../parts/links/tabs.js';
import { SettingsPage } from '../settings-page.js';
import { NewTokenDialog } from './new-token-dialog.js';
import { SessionsView } from './sessions-view.js';
import { TokensView } from './tokens-view.js';

const VIEWS = [
  ['tokens', 'Tokens'],
  ['sessions', 'Sessions'],
] as const;

/** Who may use the service: tokens, and the browsers that are signed in with them. */
export default function AccessScreen() {
  const isAdding = useSignal(false);
  const version = useSignal(0);
  const view = currentTab(
    'view',
    VIEWS.map(([value]) => value),
  );
  const add = (): void => {
    isAdding.value = true;
  };
  useKeys({ n: () => roleHint('admin') === null && add() });
  return (
    <SettingsPage
      title="Tokens and sessions"
      needs="admin"
      action={
        <RoleButton needs="admin" look="primary" shortcut="n" onClick={add}>
          Create a token
        </RoleButton>
      }
    >
      <Tabs label="Lists of access" name="view" tabs={VIEWS} />
      {view === 'sessions' ? <SessionsView /> : <TokensView version={version.value} />}
      {isAdding.value && (
        <NewTokenDialog
          onClose={() => (isAdding.value = false)}
          onCreated={() => (version.value += 1)}
        />
      )}
    </SettingsPage>
  );
}
