import { expect, it } from 'vitest';
import { createFindingFilter, type EntrySelection } from '../../src/reports/selections.js';

const KEV = { date_added: '2026-01-01', due_date: null, ransomware: false };
const ANY = { severity: null, riskMin: null, exploited: 'also' } as const;

it.each<[string, Omit<EntrySelection, 'hostIds'>, boolean[]]>([
  ['without limits', ANY, [true, true, true]],
  ['from severity high', { ...ANY, severity: 'high' }, [true, false, true]],
  ['from a risk of 50', { ...ANY, riskMin: 50 }, [true, false, true]],
  ['that are known to be exploited', { ...ANY, exploited: 'only' }, [false, false, true]],
])('selects findings %s', (_name, selection, expected) => {
  const matches = createFindingFilter(selection);
  expect([
    matches({ severity: 'high', risk: 50, kev: null }),
    matches({ severity: 'medium', risk: 49.9, kev: null }),
    matches({ severity: 'low', risk: 1, kev: KEV }),
  ]).toEqual(expected);
});
