// cspell:ignore Tutf
import { spawnSync } from 'node:child_process';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../src/commands/program.js';
import { VERSION } from '../../src/version.js';
import { testApp } from '../support/app.js';
import { runCommand } from '../support/command-service.js';
import { renderManual } from '../support/command-docs/manual.js';
import { HAND_WRITTEN, jsonNames, renderMarkdown } from '../support/command-docs/markdown.js';
import { documentedCommands } from '../support/command-docs/tree.js';
import { readOpenApi } from '../support/openapi.js';

// Both pages are generated: npx vitest run --project unit tests/commands/documentation.test.ts -u
const program = createProgram(() => () => Promise.resolve());
const commands = documentedCommands(program);

const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
const pathOf = (command: Command): string =>
  command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

const groupsOf = (command: Command): string[] =>
  command.commands.flatMap((sub) =>
    sub.commands.length === 0 ? [] : [pathOf(sub), ...groupsOf(sub)],
  );

describe('the documentation of the commands', () => {
  it('names every command', () => {
    const leaves = leavesOf(program).map(pathOf);
    const documented = commands.map(({ path }) => path);
    expect(leaves.filter((path) => !path.startsWith('_') && !documented.includes(path))).toEqual(
      [],
    );
  });

  it('is up to date in docs/commands.md, with the fields of the HTTP API', async () => {
    const { schemas } = (await readOpenApi(await testApp())).components;
    const unknown = jsonNames(commands).filter((n) => !(n in schemas) && !(n in HAND_WRITTEN));
    expect(unknown).toEqual([]);
    await expect(renderMarkdown(commands, schemas)).toMatchFileSnapshot('../../docs/commands.md');
  });

  it('has a section for each object that it links to', async () => {
    const { schemas } = (await readOpenApi(await testApp())).components;
    const page = renderMarkdown(commands, schemas);
    const links = [...page.matchAll(/\]\(#([a-z0-9]+)\)/g)].map(([, name]) => name);
    const sections = [...page.matchAll(/^##+ (.+)$/gm)].map(([, name = '']) => name.toLowerCase());
    expect(links.filter((name) => !sections.includes(name ?? ''))).toEqual([]);
  });

  it('says what is inside the objects', async () => {
    const { schemas } = (await readOpenApi(await testApp())).components;
    const page = renderMarkdown(commands, schemas);
    const lines = page.split('\n');
    const unexplained = lines.filter((line, i) => {
      const [, path] = /^\| `([^`]+)` \| (?:list of )?object(?: or null)? \|/.exec(line) ?? [];
      return path !== undefined && lines[i + 1]?.startsWith(`| \`${path}`) !== true;
    });
    expect(unexplained).toEqual([]);
    expect(page).toContain('| `used_by.template_ids` | list of integer |');
    expect(page).toContain('### CredentialScope\n');
  });

  it('is up to date in the manual page', async () => {
    await expect(renderManual(commands, VERSION)).toMatchFileSnapshot('../../man/hostwarden.1');
  });

  it('is a manual page without warnings', ({ skip }) => {
    const file = new URL('../../man/hostwarden.1', import.meta.url).pathname;
    const { error, stderr } = spawnSync('groff', ['-man', '-ww', '-Tutf8', '-z', file]);
    skip(error !== undefined, 'groff is not installed');
    expect(String(stderr)).toBe('');
  });

  it.each(commands.map(({ path }) => path))('has examples in the help of %s', async (path) => {
    const { code, out } = await runCommand([...path.split(' '), '--help']);
    expect(code).toBe(0);
    expect(out).toContain('\nExamples:\n  hostwarden ');
    expect(out).toMatch(/^[\n -~]*$/); // a terminal of any encoding shows it
  });

  it.each(groupsOf(program))('has examples in the help of the group %s', async (path) => {
    const { out } = await runCommand([...path.split(' '), '--help']);
    expect(out).toMatch(/\nExamples:\n( {2}hostwarden \S.*\n)+$/);
  });

  it.each(commands.flatMap(({ details }) => details.examples))(
    'has a valid example: %s',
    async (example) => {
      const [line = ''] = example.split(/ (?:[<>|]|>>) /, 1);
      const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, word]) => quoted ?? word ?? '',
      );
      let isParsed = false;
      const parser = createProgram(() => () => {
        isParsed = true;
        return Promise.resolve();
      });
      if (/^(help|version)\b/.test(line)) return;
      await parser.parseAsync(words, { from: 'user' });
      expect(isParsed).toBe(true);
    },
  );
});
