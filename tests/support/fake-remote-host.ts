import type { ConnectHost, HostLogin } from '../../src/agents/operations/remote/connect-host.js';
import type {
  RemoteHost,
  RemoteHostFacts,
} from '../../src/agents/operations/remote/remote-host.js';

export interface FakeSites {
  open: ConnectHost;
  visits: HostLogin[];
  now: number;
  most: number;
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
  refuseUnfit: () => undefined,
};

/** Hosts on which everything goes well, without being there; with `held`, each inspection waits for `release`. */
export function fakeSites(held = false): FakeSites {
  let open = (): void => undefined;
  const gate = held
    ? new Promise<void>((resolve) => {
        open = resolve;
      })
    : Promise.resolve();
  const sites: FakeSites = {
    visits: [],
    now: 0,
    most: 0,
    release: () => {
      open();
    },
    open: (visit) => {
      sites.visits.push(visit);
      return Promise.resolve(site(visit));
    },
  };
  const site = (visit: HostLogin): RemoteHost => {
    sites.now += 1;
    sites.most = Math.max(sites.most, sites.now);
    return {
      login: `Logged in as ${visit.credential.username}`,
      key: null,
      localAddress: '127.0.0.1',
      inspect: async () => {
        await gate;
        return facts;
      },
      reach: () => Promise.resolve(),
      stage: () => Promise.resolve(),
      start: () => Promise.resolve(),
      diagnose: () => Promise.resolve(''),
      putBack: () => Promise.resolve(),
      cleanUp: () => Promise.resolve(),
      remove: () => Promise.resolve(),
      close: () => {
        sites.now -= 1;
        return Promise.resolve();
      },
    };
  };
  return sites;
}
