import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setTimeout as sleep } from 'node:timers/promises';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects garbage again and again until the returned function is called, as a busy service does. */
export function collectOften(): () => void {
  let isEnded = false;
  void (async () => {
    while (!isEnded) {
      collect();
      await sleep(5);
    }
  })();
  return () => {
    isEnded = true;
  };
}
