// Loaded by `node --require` into each thread of a service: answers how much memory each thread uses.
const module_ = require('node:module');
const threads = require('node:worker_threads');
const v8 = require('node:v8');

const MB = 1024 * 1024;
const names = new Map([[0, 'main']]);
const channel = new threads.BroadcastChannel('heaps');
channel.unref();

class NamedWorker extends threads.Worker {
  constructor(url, options = {}) {
    super(url, options);
    names.set(this.threadId, options.name ?? String(url));
  }
}
threads.Worker = NamedWorker;
module_.syncBuiltinESMExports();

function heap() {
  const { total_heap_size, used_heap_size, malloced_memory, external_memory } =
    v8.getHeapStatistics();
  const young = v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return {
    id: threads.threadId,
    committed: total_heap_size / MB,
    used: used_heap_size / MB,
    young: young.space_size / MB,
    malloced: malloced_memory / MB,
    external: external_memory / MB,
  };
}

if (threads.isMainThread) {
  let found = [];
  channel.onmessage = ({ data }) => {
    if (data.answer) found.push(data.answer);
  };
  process.on('message', () => {
    found = [heap()];
    channel.postMessage({ ask: true });
    setTimeout(() => {
      const { arrayBuffers } = process.memoryUsage();
      const heaps = found.map(({ id, ...rest }) => ({
        name: names.get(id) ?? `thread ${id}`,
        ...rest,
      }));
      process.send({ heaps, arrayBuffers: arrayBuffers / MB });
    }, 500);
  });
  process.channel?.unref();
} else
  channel.onmessage = ({ data }) => {
    if (data.ask) channel.postMessage({ answer: heap() });
  };
