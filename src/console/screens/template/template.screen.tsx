import { address } from '../../app/router.js';
import { useTitle } from '../../app/title.js';
import { DiffView } from '../../parts/diff/diff-view.js';
import { HistoryPanel } from '../../parts/history/history-panel.js';
import { currentTab, Tabs } from '../../parts/links/tabs.js';
import { isMissing, Loaded, NoSuch } from '../../parts/loaded.js';
import { Empty, Notice } from '../../parts/notice.js';
import { TASK_COLUMNS } from '../../parts/tasks/task-columns.js';
import { TaskList } from '../../parts/tasks/task-list.js';
import type { ScreenProps } from '../screen-props.js';
import { ChainPanel } from './chain-panel.js';
import { readCompared } from './compare-choice.js';
import { ScheduleTab } from './schedule-tab.js';
import { TemplateHead } from './template-head.js';
import { type TemplateData, useTemplate } from './use-template.js';

const TABS = [
  ['chain', 'Differences'],
  ['tasks', 'Tasks'],
  ['history', 'History'],
  ['schedule', 'Schedule'],
] as const;

/** One template: its tasks as a chain, and what is new and fixed in the newest. */
export default function TemplateScreen({ params }: ScreenProps) {
  const id = Number(params.id);
  const tab = currentTab('tab', TABS);
  const template = useTemplate(id, tab === 'chain');
  const { data } = template;
  useTitle(...(data ? [data.template.name] : []), 'Templates');
  if (isMissing(template)) return <NoSuch noun="template" id={params.id} list="templates" />;
  return (
    <Loaded of={template} title={`Template ${params.id ?? ''}`}>
      {(shown) => (
        <>
          <TemplateHead template={shown.template} reload={template.reload} />
          <Tabs label="Parts of this template" name="tab" tabs={TABS} />
          <Tab tab={tab} {...shown} />
        </>
      )}
    </Loaded>
  );
}

function Tab({ tab, template, chain }: TemplateData & { tab: string }) {
  if (tab === 'tasks') return <TemplateTasksTab id={template.id} />;
  if (tab === 'history') return <HistoryPanel of={{ template_id: template.id }} />;
  if (tab === 'schedule') return <ScheduleTab template={template} />;
  return chain ? <ChainTab id={template.id} chain={chain} /> : <p class="muted">Loading…</p>;
}

interface ChainTabProps {
  id: number;
  chain: NonNullable<TemplateData['chain']>;
}

/** The chain, and the difference of the selected task; without a selection that of the newest. */
function ChainTab({ id, chain }: ChainTabProps) {
  if (chain.tasks.length === 0)
    return (
      <Notice kind="empty" title="No task of this template has finished">
        <p>Run it: its first task shows what is open, each later one what is new and fixed.</p>
      </Notice>
    );
  const ids = chain.tasks.map(({ task_id }) => task_id);
  const compared = readCompared(ids, address.value.query);
  return (
    <>
      <ChainPanel id={id} chain={chain} compared={compared} />
      <DiffView taskId={compared.task} baseId={compared.base} keep={['task', 'base']} />
    </>
  );
}

const COLUMNS = TASK_COLUMNS.filter(({ heading }) => heading !== 'Template');

/** The tasks of a template. */
const TemplateTasksTab = ({ id }: { id: number }) => (
  <TaskList
    label="Tasks of this template"
    of={{ templates_id: id }}
    columns={COLUMNS}
    empty={
      <Empty title="No task of this template has started">Run it, or give it a schedule.</Empty>
    }
  />
);
