import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import { useRead } from '../../api/read.js';
import { useResource } from '../../api/resource.js';
import { Failure } from '../failure.js';
import { Fields } from '../form/fields.js';
import { FormDialog } from '../form/form-dialog.js';
import { plural } from '../text/plural.js';
import { now } from '../time.js';
import { announce } from '../toast.js';
import { type HostChoice, hostChoices, HOSTS_NOW, selectedBy } from './accept-choices.js';
import { coverText, isStorable } from './accept-many.js';
import {
  acceptablePlaces,
  acceptanceBody,
  type AcceptanceForm,
  acceptanceReason,
} from './acceptance-form.js';
import { dayAfter, endOfDay } from './days.js';
import { HostsField } from './hosts-field.js';
import { ReasonFields } from './reason-fields.js';

interface AcceptDialogProps {
  vulnerability: string;
  /** the preselected host; absent: the hosts that have it now */
  host?: { id: number; name: string };
  /** the preselected place: `package openssl`, `port 443/tcp`; absent: everywhere on them */
  place?: string | null;
  onClose: () => void;
  onAccepted: () => void;
}

const DEFAULT_DAYS = 90;

/** Accepts a vulnerability: where, why and until when. It says before how many findings that covers. */
export function AcceptDialog(props: AcceptDialogProps) {
  const { vulnerability, host, place = null, onClose, onAccepted } = props;
  const card = useRead('/vulnerabilities/{id}', { path: { id: vulnerability } });
  const findings = card.data?.data.findings ?? [];
  const chosen = useSignal<AcceptanceForm>({
    hosts: '',
    place: place ?? 'all',
    reason: '',
    lastDay: dayAfter(now.value, DEFAULT_DAYS),
    justification: '',
  });
  const set = (changes: Partial<AcceptanceForm>): void => {
    chosen.value = { ...chosen.value, ...changes };
  };
  const narrow = narrowChoices(host, hostChoices(findings));
  const form = { ...chosen.value, hosts: chosen.value.hosts || (narrow[0]?.[0] ?? 'all') };
  const selected = card.data ? selectedBy(form, vulnerability, findings) : null;
  const cover = useCover(selected, card.data !== null);
  async function run(): Promise<void> {
    const covered = await store(form, vulnerability, { selected, expected: cover.findings });
    announce(`Accepted: it covers ${plural(covered, 'open finding')}`);
    onAccepted();
  }
  return (
    <FormDialog
      title={`Accept ${vulnerability}`}
      submit="Accept"
      hint={hintOf(form, cover)}
      run={run}
      onClose={onClose}
    >
      {card.error && <Failure error={card.error} retry={card.reload} />}
      <HostsField narrow={narrow} value={form.hosts} onChange={(hosts) => set({ hosts })} />
      <Fields
        of={{ values: form, change: set }}
        fields={[
          {
            name: 'place',
            label: 'Where on them',
            options: [
              ['all', 'everywhere'],
              ...placeChoices(place, acceptablePlaces(findings)).map((one) => [one, one] as const),
            ],
          },
        ]}
      />
      <p role="status">{cover.text}</p>
      <ReasonFields form={form} set={set} />
    </FormDialog>
  );
}

/** Returns the choices of single hosts, that of the row first. */
function narrowChoices(
  host: AcceptDialogProps['host'],
  choices: readonly HostChoice[],
): readonly HostChoice[] {
  if (host === undefined) return choices;
  const own = `host ${host.id}`;
  return [[own, `${host.name} only`], ...choices.filter(([value]) => value !== own)];
}

const placeChoices = (place: string | null, places: readonly string[]): string[] => [
  ...new Set([...(place === null ? [] : [place]), ...places]),
];

/** The findings that an acceptance would cover. `findings`: undefined while it is counted. */
interface Cover {
  findings: number | undefined;
  text: string;
  isStorable: boolean;
}

const COUNTING: Cover = { findings: undefined, text: 'Counting…', isStorable: false };
const NONE: Cover = { findings: 0, text: 'It covers no open finding now.', isStorable: true };

function useCover(selected: ReturnType<typeof selectedBy>, isLoaded: boolean): Cover {
  const asked = selected && { ...selected, reason: 'preview', dry_run: true };
  const preview = useResource(JSON.stringify(asked), async (signal) =>
    asked === null ? null : unwrap(api.POST('/acceptances/bulk', { body: asked, signal })),
  );
  if (preview.error) return { ...COUNTING, text: preview.error.message };
  if (!isLoaded || preview.isLoading) return COUNTING;
  if (asked === null) return NONE;
  if (preview.data === null) return COUNTING;
  const found = preview.data.data;
  if (found.findings === 0) return NONE;
  return { findings: found.findings, text: coverText(found), isStorable: isStorable(found) };
}

function hintOf({ reason, hosts }: AcceptanceForm, cover: Cover): string | null {
  if (cover.findings === undefined) return cover.text;
  if (!cover.isStorable || (hosts === HOSTS_NOW && cover.findings === 0))
    return 'This selection cannot be accepted';
  return reason.trim() === '' ? 'A reason is needed' : null;
}

/** Stores one acceptance, or for the hosts that have it now one for each. Returns how many findings it covers. */
async function store(
  form: AcceptanceForm,
  id: string,
  {
    selected,
    expected = 0,
  }: { selected: ReturnType<typeof selectedBy>; expected?: number | undefined },
): Promise<number> {
  if (form.hosts === HOSTS_NOW && selected !== null) {
    const body = { ...selected, ...acceptanceReason(form, endOfDay), dry_run: false, expected };
    return (await unwrap(api.POST('/acceptances/bulk', { body }))).data.findings;
  }
  const { data } = await unwrap(
    api.POST('/vulnerabilities/{id}/acceptances', {
      params: { path: { id } },
      body: acceptanceBody(form, endOfDay),
    }),
  );
  return data.findings;
}
