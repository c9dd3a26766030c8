import type { Fact } from '../../vulnerabilities/facts.js';
import type { ReportEntry, Evidence, ReportFact } from '../diff.js';
import { serviceText } from './text.js';

/** Describes in one sentence why a finding is new, fixed or changed, from the evidence on both sides. */
export function changeReason(
  kind: 'new' | 'fixed' | 'changed',
  entry: Pick<
    ReportEntry,
    'fact' | 'cause' | 'haveRulesChanged' | 'before' | 'after' | 'changes' | 'accepted'
  >,
): string {
  const { before, after, cause, fact } = entry;
  if (kind === 'changed') return reasonOfChanged(entry);
  if (kind === 'new' && !before)
    return fact.origin === 'package'
      ? 'First package list of this host (baseline).'
      : 'First scan of this port (baseline).';
  if (fact.origin === 'check') return kind === 'new' ? newlyReported(before) : notReported(after);
  if (cause === 'knowledge') {
    const subject = describeSubject(fact, before ?? after);
    const status = kind === 'new' ? 'is now listed as affected' : 'is no longer listed as affected';
    return `${capitalize(sourceText(entry))} changed: ${subject} ${status}.`;
  }
  const running = runningKernel(fact);
  if (running !== undefined)
    return kind === 'fixed'
      ? 'The host no longer runs the old kernel.'
      : `The running kernel is ${fact.package} ${running}.`;
  if (kind === 'fixed' && mayRunOldProcesses(fact))
    return 'No process runs the code from before the change of the package.';
  const change = before && after ? capitalize(describeChange(fact, before, after)) : '';
  return cause === 'both' ? `${change}, and ${sourceText(entry)} changed as well.` : `${change}.`;
}

/** Returns the version of the running kernel that a finding is about; undefined: it is about the installed package. */
const runningKernel = ({ basis }: ReportFact): string | undefined =>
  (JSON.parse(basis) as Fact['basis']).running_version;

/** Whether a finding is in the code that processes run, and not in the installed package. */
const mayRunOldProcesses = ({ basis }: ReportFact): boolean =>
  basis.includes('"runs_old_code":"processes"');

/** Returns what changed beside the host. */
const sourceText = ({ haveRulesChanged }: Pick<ReportEntry, 'haveRulesChanged'>): string =>
  haveRulesChanged ? 'the vulnerability data or the rules of matching' : 'the vulnerability data';

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Returns `bash 5.1`, or `ssh OpenSSH 9.2p1 on port 22/tcp`. */
function describeSubject(
  { package: name, port, transport }: ReportFact,
  side: Evidence | null,
): string {
  if (name === null)
    return `${side?.service ? `${serviceText(side.service)} on ` : ''}port ${port}/${transport}`;
  return side?.installed_version == null ? name : `${name} ${side.installed_version}`;
}

function describeChange(fact: ReportFact, before: Evidence, after: Evidence): string {
  const name =
    fact.package === null ? `port ${fact.port}/${fact.transport}` : `package ${fact.package}`;
  if (before.state !== after.state) return describeStateChange(name, before, after);
  const oldText = describeInstalled(fact, before);
  const newText = describeInstalled(fact, after);
  if (oldText !== newText)
    return `${name} changed from ${oldText ?? 'another version'} to ${newText ?? 'something else'}`;
  return fact.package === null
    ? `${name} changed`
    : `${name} ${newText} is unchanged, but the system release or the source of the package changed`;
}

const describeInstalled = (fact: ReportFact, side: Evidence): string | null =>
  fact.package === null ? side.service && serviceText(side.service) : side.installed_version;

function describeStateChange(name: string, before: Evidence, after: Evidence): string {
  if (after.state === 'not_installed')
    return `${name} ${before.installed_version ?? ''} was removed`;
  if (after.state === 'installed') return `${name} ${after.installed_version ?? ''} was installed`;
  return after.state === 'closed' ? `${name} is now closed` : `${name} is now open`;
}

const newlyReported = (before: Evidence | null): string =>
  before?.state === 'closed'
    ? 'The port is now open.'
    : 'The check did not report the weakness before.';

const notReported = (after: Evidence | null): string =>
  after?.state === 'closed'
    ? 'The port is now closed.'
    : 'The check no longer reports the weakness.';

function reasonOfChanged({
  fact,
  changes,
  before,
  after,
  accepted,
  cause,
  haveRulesChanged,
}: Pick<
  ReportEntry,
  'fact' | 'changes' | 'before' | 'after' | 'accepted' | 'cause' | 'haveRulesChanged'
>): string {
  const fields = changes
    .filter((field) => field !== 'accepted')
    .map((field) => describeField(field, fact, before, after));
  const source = cause === 'knowledge' ? ` by ${sourceText({ haveRulesChanged })}` : '';
  const sentence = fields.length > 0 ? `${capitalize(fields.join(', '))}${source}.` : '';
  if (!changes.includes('accepted')) return sentence;
  const acceptance = accepted
    ? `Accepted by ${accepted.by}: ${accepted.reason}`
    : 'The acceptance expired or was revoked.';
  if (sentence === '') return acceptance;
  return `${/[.!?]$/.test(acceptance) ? acceptance : `${acceptance}.`} ${sentence}`;
}

/** Returns `the severity changed`, or `the installed version changed from 1 to 2`. */
function describeField(
  field: string,
  fact: ReportFact,
  before: Evidence | null,
  after: Evidence | null,
): string {
  if (field === 'runs_old_code') return describeOldCode(fact);
  const name = field.replaceAll('_', ' ');
  if (field !== 'installed_version' && field !== 'fixed_version') return `the ${name} changed`;
  return `the ${name} changed from ${before?.[field] ?? 'none'} to ${after?.[field] ?? 'none'}`;
}

function describeOldCode(fact: ReportFact): string {
  if (mayRunOldProcesses(fact))
    return fact.basis.includes('"unseen":true')
      ? 'the fix is installed, and it is not known whether processes run the code from before'
      : 'the fix is installed, and processes still run the code from before';
  const {
    runs_old_code: old,
    running_version,
    next_kernel,
  } = JSON.parse(fact.basis) as Fact['basis'];
  const status = next_kernel === undefined ? 'package was removed' : 'fix is installed';
  if (old === 'kernel') return `the ${status}, and the old kernel still runs`;
  return running_version === undefined
    ? 'the code from before no longer runs'
    : 'no installed kernel has the fix';
}
