// An eslint formatter: errors in full, warnings as a count per rule. `npx eslint <file>` shows the warnings.
import { relative } from 'node:path';

/** @param {import('eslint').ESLint.LintResult[]} results */
export default function summary(results) {
  const errors = [];
  const warnings = new Map();
  for (const { filePath, messages } of results) {
    for (const { severity, ruleId, message, line, column } of messages) {
      if (severity === 1) {
        warnings.set(ruleId, (warnings.get(ruleId) ?? 0) + 1);
        continue;
      }
      const position = `${relative(process.cwd(), filePath)}:${line}:${column}`;
      errors.push(`${position}  ${message}  ${ruleId ?? 'parser'}`);
    }
  }
  const counts = [...warnings]
    .sort(([, a], [, b]) => b - a)
    .map(([rule, count]) => `warning: ${count} of ${rule}`);
  return [...errors, ...counts].join('\n');
}
