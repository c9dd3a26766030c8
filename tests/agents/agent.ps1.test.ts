import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Language, Parser, type Node } from 'web-tree-sitter';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerTaskScript, unregisterTaskScript } from '../../src/agents/windows-task.js';

/** What the grammar could not read, as `line: text`. It accepts more than PowerShell does: a smoke test of lost braces and quotes, no proof that a script runs. */
let errors: (script: string) => string[];

beforeAll(async () => {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(
    await Language.load(
      createRequire(import.meta.url).resolve('tree-sitter-powershell/tree-sitter-powershell.wasm'),
    ),
  );
  errors = (script) => {
    const tree = parser.parse(script);
    return tree === null
      ? ['nothing']
      : below(tree.rootNode)
          .filter((node) => node.isError || node.isMissing)
          .map((node) => `${node.startPosition.row + 1}: ${node.text.slice(0, 60)}`);
  };
});

function below(node: Node): Node[] {
  return [node, ...node.children.flatMap((child) => (child === null ? [] : below(child)))];
}

const AGENT = readFileSync(new URL('../../agent/hostwarden-agent.ps1', import.meta.url), 'utf8');

describe('the agent for Windows', () => {
  it('can be read by a grammar of PowerShell', () => {
    expect(errors(AGENT)).toEqual([]);
  });

  it.each([
    ['a brace', AGENT.replace(/\}\s*$/, '')],
    ['a quote', AGENT.replace("'Stop'", "'Stop")],
    ['a bracket', AGENT.replace('if ($Mode -eq', 'if $Mode -eq')],
  ])('would be found without %s', (_title, script) => {
    expect(errors(script)).not.toEqual([]);
  });

  it('is plain ASCII, as 5.1 reads a file without a mark in the code page of the machine', () => {
    expect(AGENT).toMatch(/^[\n\x20-\x7e]*$/);
  });

  it('names no way to run a text as a command', () => {
    expect(AGENT).not.toMatch(
      /Invoke-Expression|\biex\b|\[scriptblock\]::Create|Start-Process|Invoke-Command|InvokeScript/i,
    );
  });

  it('uses no operator that 5.1 lacks', () => {
    expect(AGENT.replace(/@'[\s\S]*?'@/g, '')).not.toMatch(/\?\?|&&|\|\||\?\./);
  });
});

describe('the scripts around it', () => {
  it('can be read by a grammar of PowerShell', () => {
    expect(errors(registerTaskScript("C:\\Program Files\\it's here\\task.xml"))).toEqual([]);
    expect(errors(unregisterTaskScript())).toEqual([]);
  });
});
