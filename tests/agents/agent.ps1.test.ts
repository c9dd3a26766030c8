import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Language, Parser, type Node } from 'web-tree-sitter';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerTaskScript, unregisterTaskScript } from '../../src/agents/windows-task.js';

/**
 * Returns the syntax errors as `line: text`. The grammar accepts more than PowerShell: this finds missing braces
 * and quotes, but does not prove that a script runs.
 */
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
      : descendants(tree.rootNode)
          .filter((node) => node.isError || node.isMissing)
          .map((node) => `${node.startPosition.row + 1}: ${node.text.slice(0, 60)}`);
  };
});

function descendants(node: Node): Node[] {
  return [node, ...node.children.flatMap((child) => (child === null ? [] : descendants(child)))];
}

const AGENT = readFileSync(new URL('../../agent/hostwarden-agent.ps1', import.meta.url), 'utf8');

describe('agent for Windows', () => {
  it('is valid for a PowerShell grammar', () => {
    expect(errors(AGENT)).toEqual([]);
  });

  it.each([
    ['a brace', AGENT.replace(/\}\s*$/, '')],
    ['a quote', AGENT.replace("'Stop'", "'Stop")],
    ['a bracket', AGENT.replace('if ($Mode -eq', 'if $Mode -eq')],
  ])('is invalid without %s', (_title, script) => {
    expect(errors(script)).not.toEqual([]);
  });

  it('is ASCII only, because PowerShell 5.1 decodes files without a byte order mark in the local code page', () => {
    expect(AGENT).toMatch(/^[\n\x20-\x7e]*$/);
  });

  it('contains no command that executes text', () => {
    expect(AGENT).not.toMatch(
      /Invoke-Expression|\biex\b|\[scriptblock\]::Create|Start-Process|Invoke-Command|InvokeScript/i,
    );
  });

  it('uses no operators that PowerShell 5.1 lacks', () => {
    expect(AGENT.replace(/@'[\s\S]*?'@/g, '')).not.toMatch(/\?\?|&&|\|\||\?\./);
  });
});

describe('scripts of the Windows task', () => {
  it('is valid for a PowerShell grammar', () => {
    expect(errors(registerTaskScript("C:\\Program Files\\it's here\\task.xml"))).toEqual([]);
    expect(errors(unregisterTaskScript())).toEqual([]);
  });
});
