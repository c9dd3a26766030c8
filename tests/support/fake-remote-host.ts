import type { ConnectHost, HostLogin } from '../../src/agents/operations/remote/connect-host.js';
import type {
  RemoteHost,
  RemoteHostFacts,
} from '../../src/agents/operations/remote/remote-host.js';

export interface FakeRemoteHosts {
  connect: ConnectHost;
  logins: HostLogin[];
  connected: number;
  peak: number;
  release: () => void;
}

const facts: RemoteHostFacts = {
  isInstalled: true,
  hasTraces: true,
  version: '1',
  tokenSha256: null,
  oldTokenSha256: null,
  manager: 'systemd',
  summary: 'A fake',
  assertSupported: () => undefined,
};

/** Hosts on which everything goes well, without being there; with `held`, each inspection waits for `release`. */
export function fakeRemoteHosts(held = false): FakeRemoteHosts {
  let open = (): void => undefined;
  const gate = held
    ? new Promise<void>((resolve) => {
        open = resolve;
      })
    : Promise.resolve();
  const sites: FakeRemoteHosts = {
    logins: [],
    connected: 0,
    peak: 0,
    release: () => {
      open();
    },
    connect: (visit) => {
      sites.logins.push(visit);
      return Promise.resolve(site(visit));
    },
  };
  const site = (visit: HostLogin): RemoteHost => {
    sites.connected += 1;
    sites.peak = Math.max(sites.peak, sites.connected);
    return {
      login: `Logged in as ${visit.credential.username}`,
      key: null,
      localAddress: '127.0.0.1',
      inspect: async () => {
        await gate;
        return facts;
      },
      testCallback: () => Promise.resolve(),
      stage: () => Promise.resolve(),
      start: () => Promise.resolve(),
      diagnose: () => Promise.resolve(''),
      rollback: () => Promise.resolve(),
      cleanUp: () => Promise.resolve(),
      remove: () => Promise.resolve(),
      close: () => {
        sites.connected -= 1;
        return Promise.resolve();
      },
    };
  };
  return sites;
}
