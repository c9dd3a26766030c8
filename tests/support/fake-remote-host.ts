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

/** Fake hosts on which every action succeeds. With `isHeld`, each inspection waits for `release`. */
export function fakeRemoteHosts(isHeld = false): FakeRemoteHosts {
  let open = (): void => undefined;
  const gate = isHeld
    ? new Promise<void>((resolve) => {
        open = resolve;
      })
    : Promise.resolve();
  const fakes: FakeRemoteHosts = {
    logins: [],
    connected: 0,
    peak: 0,
    release: () => {
      open();
    },
    connect: (login) => {
      fakes.logins.push(login);
      return Promise.resolve(createHost(login));
    },
  };
  const createHost = (login: HostLogin): RemoteHost => {
    fakes.connected += 1;
    fakes.peak = Math.max(fakes.peak, fakes.connected);
    return {
      login: `Logged in as ${login.credential.username}`,
      key: null,
      localAddress: '127.0.0.1',
      findRights: () => Promise.resolve('The user is root'),
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
        fakes.connected -= 1;
        return Promise.resolve();
      },
    };
  };
  return fakes;
}
