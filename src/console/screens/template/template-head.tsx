import { asApiError } from '../../api/problem.js';
import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { navigate } from '../../app/router.js';
import { useActions } from '../../parts/form/actions.js';
import { HeadButtons } from '../../parts/form/head-buttons.js';
import { DeleteTemplatesDialog } from '../../parts/tasks/delete-templates-dialog.js';
import { runTemplate } from '../../parts/tasks/run-template.js';
import { nextStart, pauseText, recurrenceText } from '../../parts/tasks/schedule-words.js';
import { targetCount } from '../../parts/tasks/target-count.js';
import { enableSchedule } from '../../parts/tasks/template-changes.js';
import { typeWords } from '../../parts/tasks/type-words.js';
import { Fact } from '../../parts/text/fact.js';
import { ExactTime, Time } from '../../parts/time.js';
import { announce } from '../../parts/toast.js';
import { paramWords } from './param-words.js';

interface TemplateHeadProps {
  template: Api<'Template'>;
  reload: () => void;
}

/** The hosts, params and schedule of a template, and its actions. */
export function TemplateHead({ template, reload }: TemplateHeadProps) {
  const { name, type, hosts, groups, group_names: names = [], params, schedule } = template;
  return (
    <>
      <header class="heading">
        <h1 tabIndex={-1}>{name}</h1>
        <TemplateButtons template={template} reload={reload} />
      </header>
      <div class="panel">
        <dl class="facts">
          <Fact name="Type">{typeWords(type)}</Fact>
          <Fact name="Hosts">
            {hosts.length === 0 ? 'none' : targetCount(hosts.length, params)}
          </Fact>
          {groups.length > 0 && (
            <Fact name="Groups">
              {groups.map((id, i) => (
                <span key={id}>
                  {i > 0 && ', '}
                  <a href={href('hosts', { group_id: `${id}` })}>{names[i] ?? `group ${id}`}</a>
                </span>
              ))}
            </Fact>
          )}
          {paramWords(params).map((param) => (
            <Fact key={param.name} name={param.name}>
              {param.value}
            </Fact>
          ))}
          <Fact name="Schedule">
            <ScheduleFact schedule={schedule} />
          </Fact>
        </dl>
      </div>
    </>
  );
}

function ScheduleFact({ schedule }: { schedule: Api<'Schedule'> | null }) {
  const next = nextStart(schedule);
  return (
    <>
      {schedule && `${recurrenceText(schedule)}, `}
      {next === null ? (
        pauseText(schedule)
      ) : (
        <>
          next <Time at={next} />
          <br />
          <span class="muted exact">
            <ExactTime at={next} />
          </span>
        </>
      )}
    </>
  );
}

function TemplateButtons({ template: { id, name, schedule }, reload }: TemplateHeadProps) {
  async function turn(enable: boolean): Promise<void> {
    try {
      await enableSchedule(id, enable);
      announce(`The schedule is ${enable ? 'on' : 'off'}`);
      reload();
    } catch (thrown) {
      announce(asApiError(thrown).message, 'error');
    }
  }
  const { buttons, dialog } = useActions([
    { label: 'Run', look: 'primary', shortcut: 'r', run: () => void runTemplate(id) },
    { label: 'Edit', run: () => navigate(`templates/${id}/edit`) },
    { label: 'Copy', run: () => navigate('templates/new', { copy: `${id}` }) },
    {
      label: schedule?.enabled ? 'Switch off' : 'Switch on',
      isFor: () => schedule !== null,
      run: () => void turn(!schedule?.enabled),
    },
    {
      label: 'Delete',
      look: 'danger',
      dialog: (close) => (
        <DeleteTemplatesDialog
          count={1}
          load={() => Promise.resolve([id])}
          name={name}
          onClose={close}
          onDone={() => navigate('templates')}
        />
      ),
    },
  ]);
  return (
    <>
      <HeadButtons>{buttons}</HeadButtons>
      {dialog}
    </>
  );
}
