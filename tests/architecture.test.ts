import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONFIG_KEYS } from '../src/config.js';

const ROOT = new URL('..', import.meta.url).pathname;

// Top to bottom: what stands here imports only what stands below it. A folder of src, or a file right in it.
const ORDER = [
  'main.ts',
  'commands',
  'service.ts',
  'create-context.ts',
  'app.ts',
  'data-dir',
  'agents',
  'reports',
  'feeds',
  'inventory',
  'templates',
  'tasks',
  'services',
  'vulnerabilities',
  'pentest',
  'knowledge',
  'events',
  'hosts',
  'groups',
  'credentials',
  'tokens',
  'schedules',
  'versions',
  'http',
  'database',
  'context.ts',
  'config.ts',
  'logger.ts',
  'platform',
  'lib',
  'errors.ts',
  'version.ts',
];

// Where the world outside comes in, and nowhere else.
const PLACES: Record<string, { use: RegExp; where: RegExp }> = {
  'the time': { use: /Date\.now\(|new Date\(\)/, where: /^platform\/clock\.ts$/ },
  'Math.random': { use: /Math\.random/, where: /^never$/ },
  'random bytes': {
    use: /randomBytes\(|randomUUID\(|getRandomValues\(|randomInt\(/,
    where:
      /^(app\.ts|tokens\/(tokens|tickets)\.ts|agents\/(agents\.tokens|polling\/inventory-jobs|operations\/remote\/linux\.host)\.ts|credentials\/vault\.ts|data-dir\/(encryption-key|rekey)\.ts|commands\/rekey\.ts|platform\/.*)$/,
  },
  fetch: { use: /\bfetch\(/, where: /^platform\// },
  sockets: {
    use: /^import (?!type|\{ isIP(v[46])? \})[^;]*from 'node:(net|tls|http|https|http2|dgram|dns|dns\/promises)'/m,
    where: /^platform\//,
  },
  'the environment': { use: /process\.env\b/, where: /^config\.ts$/ },
};

const files = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((f) => f.endsWith('.ts'))
    .map((f) => join(dir, f));

interface Source {
  file: string;
  text: string;
  imports: { target: string; typeOnly: boolean }[];
}

function readSources(): Source[] {
  return files(join(ROOT, 'src')).map((path) => {
    const text = readFileSync(path, 'utf8');
    const imports = [
      ...text.matchAll(/^(?:import|export) (type )?[^;']*? from '(\.[^']+)';/gm),
    ].map(([, type, from = '']) => ({
      target: relative(join(ROOT, 'src'), join(dirname(path), from)).replace(/\.js$/, '.ts'),
      typeOnly: type !== undefined,
    }));
    return { file: relative(join(ROOT, 'src'), path), text, imports };
  });
}
const sources = readSources();
const room = (file: string): string => file.split('/')[0] ?? file;
const withoutComments = (text: string): string =>
  text.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

describe('the house', () => {
  it('has no room that the order does not know', () => {
    expect(
      [...new Set(sources.map((s) => room(s.file)))].filter((r) => !ORDER.includes(r)),
    ).toEqual([]);
  });

  it('imports run one way; only types may be looked up against it', () => {
    const wrong = sources.flatMap((s) =>
      s.imports
        .filter(
          (i) =>
            !i.typeOnly &&
            room(i.target) !== room(s.file) &&
            ORDER.indexOf(room(i.target)) < ORDER.indexOf(room(s.file)),
        )
        .map((i) => `${s.file} imports ${i.target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('no feature reaches for the repository of another', () => {
    const wrong = sources.flatMap((s) =>
      s.imports
        .filter((i) => i.target.endsWith('.repository.ts') && room(i.target) !== room(s.file))
        .map((i) => `${s.file} imports ${i.target}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(PLACES))('%s comes in only where it belongs', (_name, { use, where }) => {
    expect(
      sources
        .filter((s) => use.test(withoutComments(s.text)) && !where.test(s.file))
        .map((s) => s.file),
    ).toEqual([]);
  });

  it('every setting is explained in .env.example, and nothing else is', () => {
    const explained = readFileSync(join(ROOT, '.env.example'), 'utf8')
      .match(/^#?[A-Z][A-Z_]+(?==)/gm)
      ?.map((k) => k.replace('#', ''));
    expect(explained?.toSorted()).toEqual([...CONFIG_KEYS].sort());
  });
});
