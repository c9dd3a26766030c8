import type { CommandSpecs } from '../command-spec.js';
import { WAIT } from '../shared-options.js';

/** The commands of `feed`. */
export const FEED_COMMANDS: CommandSpecs = {
  list: {
    about: 'list feeds and their age',
    run: async () => (await import('./feed.js')).feedList,
    examples: ['feed list'],
    json: 'Feed[]',
  },
  update: {
    about: 'update feeds from their publishers',
    arguments: { '[name...]': 'feeds to update (default: those needed for the stored hosts)' },
    options: {
      '--from <source>': 'take the one named feed from a file, a folder or a URL',
      ...WAIT,
    },
    run: async () => (await import('./feed.js')).feedUpdate,
    examples: ['feed update', 'feed update kev epss'],
    json: 'Feed[]',
  },
  import: {
    about: 'import a feed from a file',
    arguments: {
      '<name>': 'name from "feed list"',
      '<source>': 'a file, a folder of files, or a URL',
    },
    argumentNames: ['name', 'from'],
    options: {
      '--part <part>': 'import one part of a multi-file feed, like v3.20-main of alpine-secdb',
      '--force': 'take a file that has lost most of its records',
    },
    run: async () => (await import('./feed.js')).feedImport,
    examples: [
      'feed import osv-debian all.zip',
      'feed import alpine-secdb main.json --part v3.20-main',
    ],
    json: 'Feed',
  },
  export: {
    about: 'export downloaded feeds into one bundle, for air-gapped sites',
    arguments: { '<file>': '' },
    isLocal: true,
    run: async () => (await import('./feed.bundle.js')).feedExport,
    examples: ['feed export feeds.tar'],
  },
  'import-bundle': {
    about: 'import a bundle written by "feed export"',
    arguments: { '<file>': '' },
    run: async () => (await import('./feed.bundle.js')).feedImportBundle,
    examples: ['feed import-bundle feeds.tar'],
  },
};
