import type { Sqlite } from '../database/sqlite.js';
import { createIdentifierStore } from '../pentest/identity/identifiers.store.js';
import { createStoreServices } from '../services/services.store.js';

/**
 * Returns the function that forgets, at the end of a task, the ports and findings of devices that answered at another
 * address of the task and no longer at their own: they are stored there. Inside the transaction that ends the task.
 * @param forgetFindings removes the findings at the ports of a host, without counting them as disappeared
 */
export function createLeftDevices(
  sqlite: Sqlite,
  forgetFindings: (hostId: number, now: number) => void,
): (taskId: number, now: number) => void {
  const identifiers = createIdentifierStore(sqlite);
  const storeServices = createStoreServices(sqlite);
  return (taskId, now) => {
    for (const hostId of identifiers.takeLeft(taskId, now)) {
      forgetFindings(hostId, now);
      storeServices(hostId, { services: [], scanned_ports: [] }, now, true);
    }
  };
}
