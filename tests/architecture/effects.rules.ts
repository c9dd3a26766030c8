import { describe, expect, it } from 'vitest';
import { SOURCES } from './source.js';

/** The files that may use time, randomness, the network and the environment. */
const EFFECTS: Record<string, { use: RegExp; where: RegExp }> = {
  'the time': {
    use: /Date\.now\(|new Date\(\)/,
    where: /^(platform\/clock|console\/(api\/connection|parts\/time)(\.ts|\.tsx))/,
  },
  'Math.random': { use: /Math\.random/, where: /^console\/api\/live\.ts$/ },
  'random bytes': {
    use: /randomBytes\(|randomUUID\(|getRandomValues\(|randomInt\(/,
    where:
      /^(app\.ts|tokens\/(tokens|tickets)\.ts|agents\/(agents\.tokens|polling\/inventory-jobs|operations\/remote\/linux\.host)\.ts|credentials\/vault\.ts|data-dir\/(encryption-key|rekey)\.ts|commands\/rekey\.ts|platform\/.*)$/,
  },
  fetch: { use: /\bfetch\(/, where: /^(platform\/|console\/api\/client\.ts$)/ },
  sockets: {
    use: /^import (?!type|\{ isIP(v[46])? \})[^;]*from 'node:(net|tls|http|https|http2|dgram|dns|dns\/promises)'/m,
    where: /^platform\//,
  },
  'the environment': {
    use: /process\.env\b/,
    where: /^(config|platform\/process\/environment)\.ts$/,
  },
};

const withoutComments = (text: string): string =>
  text.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

describe('effects of src', () => {
  it.each(Object.entries(EFFECTS))('%s: only listed files use it', (_name, { use, where }) => {
    const wrong = SOURCES.map(({ path, text }) => ({ file: path.replace(/^src\//, ''), text }))
      .filter(({ file, text }) => use.test(withoutComments(text)) && !where.test(file))
      .map(({ file }) => file);
    expect(wrong).toEqual([]);
  });
});
