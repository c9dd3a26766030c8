import type { ReportEntry, Evidence, ReportFact } from '../diff.js';
import { serviceText } from './text.js';

/** Why a finding came, went or changed: one sentence for a person, from the evidence on both sides. */
export function changeReason(
  kind: 'new' | 'fixed' | 'changed',
  entry: Pick<ReportEntry, 'fact' | 'cause' | 'before' | 'after' | 'changes' | 'accepted'>,
): string {
  const { before, after, cause, fact } = entry;
  if (kind === 'changed') return changed(entry);
  if (kind === 'new' && !before)
    return fact.origin === 'package'
      ? 'The first look at this host.'
      : 'The first look at this port.';
  if (fact.origin === 'check')
    return kind === 'new'
      ? appearedAtPort(before)
      : goneFromPort(after, 'the check found nothing wrong any more');
  const target = before && after ? step(fact, before, after) : '';
  if (cause === 'knowledge')
    return `The vulnerability data changed: ${named(fact, before ?? after)} ${kind === 'new' ? 'is listed as affected now' : 'is not listed as affected any more'}.`;
  return cause === 'both'
    ? `${capital(target)}, and the vulnerability data changed too.`
    : `${capital(target)}.`;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
function named({ package: name, port, transport }: ReportFact, side: Evidence | null): string {
  if (name === null)
    return `${side?.service ? `${serviceText(side.service)} on ` : ''}port ${port}/${transport}`;
  return side?.installed_version == null ? name : `${name} ${side.installed_version}`;
}

function step(fact: ReportFact, before: Evidence, after: Evidence): string {
  const name =
    fact.package === null ? `port ${fact.port}/${fact.transport}` : `package ${fact.package}`;
  if (before.state !== after.state) return moved(name, before, after);
  const [from, to] =
    fact.package === null
      ? [before.service && serviceText(before.service), after.service && serviceText(after.service)]
      : [before.installed_version, after.installed_version];
  if (from !== to)
    return `${name} went from ${from ?? 'another version'} to ${to ?? 'something else'}`;
  return fact.package === null
    ? `${name} was changed`
    : `${name} ${to} stayed, but the release of the system, or the source of the package, is another`;
}

function moved(name: string, before: Evidence, after: Evidence): string {
  if (after.state === 'not_installed')
    return `${name} ${before.installed_version ?? ''} was removed`;
  if (after.state === 'installed') return `${name} ${after.installed_version ?? ''} was installed`;
  return after.state === 'closed' ? `${name} is closed now` : `${name} is open now`;
}

const appearedAtPort = (before: Evidence | null): string =>
  before?.state === 'closed' ? 'The port is open now.' : 'The check found nothing wrong before.';
const goneFromPort = (after: Evidence | null, otherwise: string): string =>
  after?.state === 'closed' ? 'The port is closed now.' : `${capital(otherwise)}.`;

const WORDS: Record<string, string> = {
  installed_version: 'installed version',
  fixed_version: 'fixed version',
  severity: 'severity',
  confidence: 'confidence',
};

function changed({
  changes,
  before,
  after,
  accepted,
  cause,
}: Pick<ReportEntry, 'changes' | 'before' | 'after' | 'accepted' | 'cause'>): string {
  const steps = changes.filter((c) => c !== 'accepted').map((c) => stepOf(c, before, after));
  const because = cause === 'knowledge' ? ' by the vulnerability data' : '';
  const sentence = steps.length > 0 ? `${capital(steps.join(', '))}${because}.` : '';
  if (!changes.includes('accepted')) return sentence;
  const told = accepted
    ? `Accepted by ${accepted.by}: ${accepted.reason}`
    : 'It is not accepted any more.';
  return sentence === '' ? told : `${/[.!?]$/.test(told) ? told : `${told}.`} ${sentence}`;
}

function stepOf(change: string, before: Evidence | null, after: Evidence | null): string {
  const word = WORDS[change] ?? change;
  if (change !== 'installed_version' && change !== 'fixed_version') return `the ${word} changed`;
  return `the ${word} went from ${before?.[change] ?? 'none'} to ${after?.[change] ?? 'none'}`;
}
