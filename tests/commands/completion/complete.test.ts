import { describe, expect, it } from 'vitest';
import { completeWords } from '../../../src/commands/completion/complete.js';
import { createProgram } from '../../../src/commands/program.js';

const program = createProgram(() => () => Promise.resolve());
const complete = (line: string) => completeWords(program, line.split(' '));
const valuesOf = (line: string): string[] => complete(line).candidates.map(({ value }) => value);

describe('completion of a command line', () => {
  it.each([
    ['ho', ['host']],
    ['host ', ['list', 'show', 'add', 'import', 'edit', 'remove', 'key']],
    ['host e', ['edit']],
    ['--data-dir /d host e', ['edit']],
    ['template create x --ty', ['--type']],
    ['template create x --type ', ['pentest', 'inventory', 'agentInventory']],
    ['template create x --type=a', ['--type=agentInventory']],
    ['vuln list --severity h', ['high']],
    ['help te', ['template']],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['nonsense ', []],
    ['host list --name w --na', []],
    ['host list --h', ['--help']],
    ['acceptances ', ['end']],
  ])('of "%s" offers %j', (line, values) => {
    expect(valuesOf(line)).toEqual(values);
  });

  it('offers all commands but the one that the scripts call', () => {
    const shown = program.commands.map((c) => c.name()).filter((name) => name !== '__complete');
    expect(valuesOf('')).toEqual(shown);
  });

  it.each([
    ['host show w', { kind: 'host', prefix: 'w' }],
    ['host remove a b ', { kind: 'host', prefix: '' }],
    ['host show a b', null],
    ['group create office w', { kind: 'host', prefix: 'w' }],
    ['host list --group off', { kind: 'group', prefix: 'off' }],
    ['template run n', { kind: 'template', prefix: 'n' }],
    ['diff n', { kind: 'template', prefix: 'n' }],
    ['template create x --host a b', { kind: 'host', prefix: 'b' }],
    ['agent install web-1 --credential r', { kind: 'credential', prefix: 'r' }],
    ['task stop T', { kind: 'task', prefix: 'T' }],
    ['feed update kev e', { kind: 'feed', prefix: 'e' }],
    ['feed import k', { kind: 'feed', prefix: 'k' }],
    ['token create --name k', null],
  ])('of "%s" looks up %j', (line, names) => {
    expect(complete(line).names).toEqual(names);
  });

  it.each([
    ['host import ', true],
    ['feed import kev ', true],
    ['report 1 -o ', true],
    ['host show ', false],
  ])('of "%s" is a file: %s', (line, isFile) => {
    expect(complete(line).isFile).toBe(isFile);
  });

  it('returns the options that locate the service', () => {
    expect(complete('--data-dir /d host show --url http://x --token t w').options).toEqual({
      dataDir: '/d',
      url: 'http://x',
      token: 't',
    });
  });
});
