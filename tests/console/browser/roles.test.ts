import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openConsoleOfRoles } from '../../support/console-walk.js';
import { hasBrowser } from '../../support/console.js';

const RANK = { viewer: 1, operator: 2, admin: 3 } as const;
type Role = keyof typeof RANK;

/** The role that each control needs, by the beginning of the path of its screen. The first match counts. */
const NEEDS: readonly [path: RegExp, names: RegExp, role: Role][] = [
  [/^settings(\/|\?|$)/, /^(Add a (credential|channel|rule)|Create a token|Revoke|End)$/, 'admin'],
  [/^settings$/, /^Test$/, 'operator'],
  [/^settings(\/notifications|$)/, /^(Test|Edit|Remove)/, 'admin'],
  [/^settings\/feeds/, /^(Update( the \d+ feeds in use)?|Import|Clear)$/, 'admin'],
  [
    /^settings\/groups/,
    /^(Create a group|Add a host|Edit|Delete|Remove \d+ hosts? from)/,
    'operator',
  ],
  [/^audit/, /^CSV$/, 'admin'],
  [/^hosts\/\d/, /^(Pin a (key|certificate)|Forget the certificate)$/, 'admin'],
  [
    /^hosts/,
    /^(Add hosts|Scan now|(Take|Import) inventory|Edit|Groups|Add to group|Delete)/,
    'operator',
  ],
  [/^(hosts|agents)/, /^(Install|Update|Remove|Try again on)/, 'operator'],
  [/^(hosts|findings|vulnerabilities|acceptances)/, /^(Accept|Extend|End)\b/, 'operator'],
  [/^acceptances/, /^(New acceptance|Import VEX)$/, 'operator'],
  [/^templates/, /^(New template|Run|Edit|Copy|Delete|Save|Save and run)$/, 'operator'],
  [/^templates/, /^(Run |Delete|Switch (on|off)|Update agents)/, 'operator'],
  [/^tasks/, /^(Run again|Stop|Delete)/, 'operator'],
];
/** Controls that read, or change only what the page shows. */
const FREE =
  /^(Previous|Next|Copy.+|CSV( of these entries)?|HTML|Markdown|JSON|Save the commands as a script|Export OpenVEX)$|▾|×remove$|^Remove all$|^Only this host$|^Select|^Clear|^Deselect/;

interface Control {
  name: string;
  isDisabled: boolean;
  /** why */
  hint: string;
}

/** Returns the buttons of the screen, with those of a selection of all rows. */
async function readControls(page: Page): Promise<Control[]> {
  const all = page.locator('main thead input[type=checkbox]').first();
  if ((await all.count()) > 0) await all.check();
  return await page.evaluate(`[...document.querySelectorAll('main button')].map((button) => ({
    name: button.getAttribute('aria-label') ?? button.textContent.trim(),
    isDisabled: button.disabled || button.ariaDisabled === 'true',
    hint: button.title,
  }))`);
}

const neededRole = (path: string, name: string): Role | undefined =>
  NEEDS.find(([paths, names]) => paths.test(path) && names.test(name))?.[2];

/** Returns what is wrong with a control for a role; null: nothing. */
function faultOf(path: string, { name, isDisabled, hint }: Control, role: Role): string | null {
  const needed = neededRole(path, name);
  if (needed === undefined) return FREE.test(name) ? null : 'is not in the table';
  const reason = `Needs the role ${needed}; you are ${role}`;
  if (RANK[role] < RANK[needed])
    return isDisabled && hint === reason ? null : `is not disabled with "${reason}", but "${hint}"`;
  if (hint.startsWith('Needs the role')) return `is disabled: ${hint}`;
  return isDisabled && hint === '' ? 'is disabled without a reason' : null;
}

describe.runIf(hasBrowser)('roles', () => {
  it('each control of each screen is enabled, or disabled with the role that it needs', async () => {
    const { page, screens, signIn, go } = await openConsoleOfRoles();
    const found: string[] = [];
    const used = new Set<string>();
    for (const role of Object.keys(RANK) as Role[]) {
      await signIn(role);
      for (const path of screens) {
        await go(path);
        for (const control of await readControls(page)) {
          used.add(`${neededRole(path, control.name) ?? 'none'} ${control.name}`);
          const fault = faultOf(path, control, role);
          if (fault !== null) found.push(`${role}, /ui/${path}: "${control.name}" ${fault}`);
        }
      }
    }
    expect(found).toEqual([]);
    // The walk has seen controls of all roles, and those of a selection.
    for (const control of ['admin Pin a key', 'operator Install', 'admin Revoke', 'none CSV'])
      expect([...used]).toContain(control);
  });
});
