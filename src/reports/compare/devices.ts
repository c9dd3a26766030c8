import {
  identifierKey,
  identifierName,
  type HostIdentifier,
} from '../../pentest/identity/identifiers.js';
import { compareDevice, hasLeft, type DeviceSighting } from '../../pentest/identity/same-device.js';
import type { ReportHost } from '../diff.js';

/** The evidence of the device at an address in one task. */
export interface Sighting extends DeviceSighting {
  host: ReportHost;
}

/**
 * The devices of a task. `all`: the hosts with evidence. `at`: any host; `silent`: it gave no answer; `unknown`: the
 * task did not scan it to the end.
 */
export interface TaskSightings {
  all: readonly Sighting[];
  at: (hostId: number) => Sighting | 'silent' | 'unknown';
}

export const NO_SIGHTINGS: TaskSightings = { all: [], at: () => 'unknown' };

/**
 * How the device of an address differs. `other`: its results are the first of another device; `moved`: it is the
 * device that was at `from`, and is compared with its results there.
 */
export type DeviceChange =
  { kind: 'other'; detail: string } | { kind: 'moved'; from: ReportHost; evidence: string };

/** A device, at the address where it was last seen. `kept`: its state, after another device took the address. */
interface Device<State> {
  host: ReportHost;
  identifiers: Map<string, HostIdentifier>;
  kept: { state: State | undefined } | null;
}

interface Arrival<State> {
  sighting: Sighting;
  device: Device<State>;
  evidence: HostIdentifier;
}

const MAX_KEPT = 4; // devices that left one address
const MAX_IDENTIFIERS = 64; // of one device

/**
 * Creates the function that follows devices from task to task, oldest first. It moves the states of hosts with their
 * devices, and returns the changes by host id. Evidence that two addresses had in one task is not followed: machines
 * that were copied share it.
 * @param states by host id
 */
export function createDeviceTracker<State>(
  states: Map<number, State>,
): (task: TaskSightings) => Map<number, DeviceChange> {
  const registry = createRegistry(states);
  const shared = new Set<string>();
  return (task) => {
    for (const key of repeatedKeys(task.all)) shared.add(key);
    const arrivals: Arrival<State>[] = [];
    const changes = new Map<number, DeviceChange>();
    for (const sighting of task.all) {
      const { device, reason } = compareDevice(registry.known(sighting.host.host_id), sighting);
      if (device === 'other')
        changes.set(sighting.host.host_id, { kind: 'other', detail: otherDetail(reason) });
      const arrival = device === 'same' ? null : findArrival(registry, sighting, task, shared);
      if (arrival) arrivals.push(arrival);
    }
    const arrived = uniqueArrivals(arrivals);
    recordArrivals(changes, arrived, task);
    const left = arrived.filter(({ device }) => device.kept === null);
    const others = [...changes].filter(([, { kind }]) => kind === 'other');
    const emptied = [
      ...left.map(({ device }) => device.host.host_id),
      ...arrived.map(({ sighting }) => sighting.host.host_id),
      ...others.map(([hostId]) => hostId),
    ];
    // All leave first: two can exchange their addresses.
    for (const hostId of new Set(emptied)) registry.release(hostId);
    for (const arrival of arrived) registry.move(arrival);
    for (const sighting of task.all) registry.remember(sighting);
    return changes;
  };
}

/** Adds the moves of a task, and the addresses at which another device must be, because the known one left. */
function recordArrivals<State>(
  changes: Map<number, DeviceChange>,
  arrived: readonly Arrival<State>[],
  task: TaskSightings,
): void {
  const taken = new Set(arrived.map(({ sighting }) => sighting.host.host_id));
  for (const hostId of taken) changes.delete(hostId);
  for (const { device, sighting, evidence } of arrived) {
    const from = device.host;
    const isEmpty = device.kept === null && !taken.has(from.host_id) && !changes.has(from.host_id);
    if (isEmpty && task.at(from.host_id) !== 'silent')
      changes.set(from.host_id, { kind: 'other', detail: leftDetail(sighting.host) });
    if (from.host_id !== sighting.host.host_id)
      changes.set(sighting.host.host_id, { kind: 'moved', from, evidence: evidenceText(evidence) });
  }
}

type Registry<State> = ReturnType<typeof createRegistry<State>>;

/** Creates the store of all known devices, and of those that left an address. */
function createRegistry<State>(states: Map<number, State>) {
  const devices = new Map<number, Device<State>>();
  const left = new Map<number, Device<State>[]>();
  const byKey = new Map<string, Device<State>>();

  function add(device: Device<State>, { host, identifiers }: Sighting): void {
    device.host = host;
    for (const identifier of identifiers) {
      if (identifier.value === '') continue;
      const key = identifierKey(identifier);
      device.identifiers.delete(key); // the newest is the last
      device.identifiers.set(key, identifier);
      byKey.set(key, device);
    }
    for (const key of device.identifiers.keys())
      if (device.identifiers.size > MAX_IDENTIFIERS) device.identifiers.delete(key);
    devices.set(host.host_id, device);
  }
  const forget = (device: Device<State>): void => {
    for (const key of device.identifiers.keys()) if (byKey.get(key) === device) byKey.delete(key);
  };
  return {
    known: (hostId: number): HostIdentifier[] => [
      ...(devices.get(hostId)?.identifiers.values() ?? []),
    ],
    find: (key: string): Device<State> | undefined => byKey.get(key),
    /** Adds evidence to the device of an address. */
    remember(sighting: Sighting): void {
      const { host } = sighting;
      const known = devices.get(host.host_id);
      add(known ?? { host, identifiers: new Map(), kept: null }, sighting);
    },
    /** Takes the device of an address away, with its state. */
    release(hostId: number): void {
      const device = devices.get(hostId);
      const state = states.get(hostId);
      states.delete(hostId);
      devices.delete(hostId);
      if (!device) return;
      device.kept = { state };
      const kept = [...(left.get(hostId) ?? []), device];
      for (const oldest of kept.slice(0, -MAX_KEPT)) forget(oldest);
      left.set(hostId, kept.slice(-MAX_KEPT));
    },
    /** Puts a device that left its address where it is now, with its state. */
    move({ device, sighting }: Arrival<State>): void {
      const { kept, host } = device;
      device.kept = null;
      const others = (left.get(host.host_id) ?? []).filter((other) => other !== device);
      left.set(host.host_id, others);
      if (kept?.state !== undefined) states.set(sighting.host.host_id, kept.state);
      add(device, sighting);
    },
  };
}

function findArrival<State>(
  registry: Registry<State>,
  sighting: Sighting,
  task: TaskSightings,
  shared: ReadonlySet<string>,
): Arrival<State> | null {
  for (const evidence of sighting.identifiers) {
    const key = identifierKey(evidence);
    const device = evidence.value === '' || shared.has(key) ? undefined : registry.find(key);
    if (device && isAway(device, sighting, task)) return { sighting, device, evidence };
  }
  return null;
}

/** Whether a device is no longer at the address where it was last seen. */
function isAway<State>(
  { kept, host, identifiers }: Device<State>,
  sighting: Sighting,
  task: TaskSightings,
): boolean {
  if (kept !== null) return true;
  if (host.host_id === sighting.host.host_id) return false;
  const now = task.at(host.host_id);
  if (now === 'unknown') return false;
  return hasLeft([...identifiers.values()], now === 'silent' ? undefined : now);
}

/** Yields the evidence that several addresses of one task have. */
function* repeatedKeys(sightings: readonly Sighting[]): Generator<string> {
  const seen = new Set<string>();
  for (const { identifiers } of sightings) {
    const keys = new Set(identifiers.filter(({ value }) => value !== '').map(identifierKey));
    for (const key of keys)
      if (seen.has(key)) yield key;
      else seen.add(key);
  }
}

/** One device cannot be at two new addresses: then it is at neither. */
function uniqueArrivals<State>(arrivals: readonly Arrival<State>[]): Arrival<State>[] {
  const counts = new Map<Device<State>, number>();
  for (const { device } of arrivals) counts.set(device, (counts.get(device) ?? 0) + 1);
  return arrivals.filter(({ device }) => counts.get(device) === 1);
}

const evidenceText = ({ kind, value }: HostIdentifier): string =>
  `${identifierName(kind)} ${value}`;

const otherDetail = (reason: string): string =>
  `Another device, or one that was installed again, answers here: ${reason}. ` +
  'Its results are the baseline of the next comparison.';

const leftDetail = ({ ip }: ReportHost): string =>
  `The device that was at this address answers at ${ip} now: another one is here.`;
