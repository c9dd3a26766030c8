import { useApiList } from '../../api/list.js';
import { useKeys } from '../../app/keys.js';
import { href } from '../../app/place.js';
import { navigate } from '../../app/router.js';
import { useTitle } from '../../app/title.js';
import { RoleButton } from '../../parts/form/role-button.js';
import { Notice } from '../../parts/notice.js';
import { bothWays, type FilterChoice } from '../../parts/table/columns.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { useSelection } from '../../parts/table/selection.js';
import { TYPE_OPTIONS } from '../../parts/tasks/type-words.js';
import { templateColumns } from './columns.js';
import { TemplateActions } from './template-actions.js';

const FILTERS: readonly FilterChoice[] = [{ name: 'type', label: 'Type', options: TYPE_OPTIONS }];
const create = (): void => navigate('templates/new');

/** All templates: what they check, their last task and next start. */
export default function TemplatesScreen() {
  const list = useApiList('/api/v1/templates/', {
    sorts: bothWays('name', 'type', 'last_task', 'next_start'),
    filters: ['type'],
    query: { include: 'last_task' },
    topics: ['tasks', 'hosts', 'groups', 'templates'],
  });
  const selection = useSelection(list.control.state);
  useKeys({ n: create });
  useTitle('Templates');
  return (
    <>
      <header class="heading">
        <h1 tabIndex={-1}>Templates</h1>
        <div class="buttons">
          <a href={href('calendar')}>Calendar of starts</a>
          <RoleButton needs="operator" look="primary" shortcut="n" onClick={create}>
            New template
          </RoleButton>
        </div>
      </header>
      <PagedTable
        label="Templates"
        list={list}
        columns={templateColumns(list.reload)}
        rowId={({ id }) => id}
        rowHref={({ id }) => href(`templates/${id}`)}
        search="Search names"
        filters={FILTERS}
        selection={selection}
        actions={<TemplateActions selection={selection} list={list} />}
        empty={<NoTemplates />}
      />
    </>
  );
}

function NoTemplates() {
  return (
    <Notice kind="empty" title="There is no template yet">
      <p>A template says what is checked on which hosts, and when. Each run of it is a task.</p>
      <RoleButton needs="operator" onClick={create}>
        New template
      </RoleButton>
    </Notice>
  );
}
