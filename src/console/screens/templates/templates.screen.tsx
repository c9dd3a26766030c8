import { api, unwrap } from '../../api/client.js';
import { listQuery } from '../../api/list-query.js';
import { useList } from '../../api/list.js';
import { useKeys } from '../../app/keys.js';
import { href } from '../../app/place.js';
import { navigate } from '../../app/router.js';
import { useTitle } from '../../app/title.js';
import { useListState } from '../../app/use-list-state.js';
import { RoleButton } from '../../parts/form/role-button.js';
import { Notice } from '../../parts/notice.js';
import type { FilterChoice } from '../../parts/table/columns.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { useSelection } from '../../parts/table/selection.js';
import { templateColumns } from './columns.js';
import { TYPE_OPTIONS } from '../../parts/tasks/type-words.js';
import { TemplateActions } from './template-actions.js';

const FILTERS: readonly FilterChoice[] = [
  {
    name: 'type',
    label: 'Type',
    options: TYPE_OPTIONS,
  },
];
const SPEC = {
  sorts: ['name', 'type', 'last_task', 'next_start'].flatMap((name) => [name, `-${name}`]),
  filters: ['type'],
};
const create = (): void => navigate('templates/new');

/** All templates: what they check, their last task and next start. */
export default function TemplatesScreen() {
  const control = useListState(SPEC);
  const selection = useSelection(control.state);
  const query = listQuery<'listTemplates'>(control.state, { include: 'last_task' });
  const list = useList(
    query,
    async (asked, signal) => {
      const body = await unwrap(
        api.GET('/api/v1/templates/', { params: { query: asked }, signal }),
      );
      const total = body.data.length;
      return { ...body, meta: body.meta ?? { page: 1, limit: total, total } };
    },
    ['tasks', 'hosts', 'groups', 'templates'],
  );
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
        control={control}
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
