import { z } from 'zod';

/** Returns the schema of a query parameter that adds parts to a response: their names, separated by commas. */
export const includeOf = <Name extends string>(names: readonly [Name, ...Name[]]) => {
  const isName = (text: string): text is Name => (names as readonly string[]).includes(text);
  return z
    .string()
    .transform((text, issues) => {
      const parts = text.split(',');
      const known = parts.filter(isName);
      if (known.length < parts.length)
        issues.addIssue({
          code: 'custom',
          message: `must be one or more of: ${names.join(', ')}, separated by commas`,
        });
      return new Set(known);
    })
    .meta({ override: { type: 'string', pattern: patternOf(names) }, examples: [names.join(',')] });
};

const patternOf = (names: readonly string[]): string => {
  const one = `(${names.join('|')})`;
  return `^${one}(,${one})*$`;
};
