import type { Command } from 'commander';
import { addDetails } from '../command-details.js';
import {
  addGroup,
  addServiceAction,
  readOptions,
  waitOption,
  type Bind,
  type Run,
} from '../command-options.js';

interface FeedHandlers {
  list: Run;
  update: Run;
  import: Run;
  export: Run;
  importBundle: Run;
}

export function addFeeds(program: Command, bind: Bind): void {
  const run: FeedHandlers = {
    list: bind(async () => (await import('./feed.js')).feedList),
    update: bind(async () => (await import('./feed.js')).feedUpdate),
    import: bind(async () => (await import('./feed.js')).feedImport),
    export: bind(async () => (await import('./feed.bundle.js')).feedExport),
    importBundle: bind(async () => (await import('./feed.bundle.js')).feedImportBundle),
  };
  const feed = addGroup(program, 'feed', 'manage vulnerability feeds', [
    'list',
    'update',
    'import',
    'export',
    'import-bundle',
  ]);
  const list = feed.command('list').description('list feeds and their age');
  addDetails(list, { examples: ['feed list'], json: 'Feed[]' });
  addServiceAction(list, run.list);
  addUpdate(feed, run.update);
  addImport(feed, run.import);
  addBundles(feed, run);
}

function addUpdate(feed: Command, run: Run): void {
  const command = feed
    .command('update')
    .description('update feeds from their publishers')
    .argument('[name...]', 'feeds to update (default: those needed for the stored hosts)')
    .option('--from <source>', 'take the one named feed from a file, a folder or a URL')
    .addOption(waitOption());
  addDetails(command, { examples: ['feed update', 'feed update kev epss'], json: 'Feed[]' });
  addServiceAction(command, run, 'names');
}

function addImport(feed: Command, run: Run): void {
  const command = feed
    .command('import')
    .description('import a feed from a file')
    .argument('<name>', 'name from "feed list"')
    .argument('<source>', 'a file, a folder of files, or a URL')
    .option(
      '--part <part>',
      'import one part of a multi-file feed, like v3.20-main of alpine-secdb',
    );
  addDetails(command, {
    examples: [
      'feed import osv-debian all.zip',
      'feed import alpine-secdb main.json --part v3.20-main',
    ],
    json: 'Feed',
  });
  addServiceAction(command, run, 'name', 'from');
}

function addBundles(feed: Command, run: Pick<FeedHandlers, 'export' | 'importBundle'>): void {
  const exportCommand = feed
    .command('export')
    .description('export downloaded feeds into one bundle, for air-gapped sites')
    .argument('<file>')
    .action((file: string, _options, c: Command) => run.export({ ...readOptions(c), file }));
  addDetails(exportCommand, { examples: ['feed export feeds.tar'] });
  const importBundle = feed
    .command('import-bundle')
    .description('import a bundle written by "feed export"')
    .argument('<file>');
  addDetails(importBundle, { examples: ['feed import-bundle feeds.tar'] });
  addServiceAction(importBundle, run.importBundle, 'file');
}
