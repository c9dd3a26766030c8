// Scenarios with many hosts on which the service opens a session.
import { createCredential, createHosts, endAttack, repeatTask } from './api-calls.mjs';
import { freePort, loopbackAddresses, startPeer } from './start-peer.mjs';

const HOSTS = 32; // as many sessions run at a time
const CLOSED_PORT = '1';

/** A scenario of inventories by SSH or WinRM of `mode`, a mode of the peer. */
export function sessionScenario({ name, peer: file, type, mode }) {
  const setting = type === 'ssh_password' ? 'SSH_PORT' : 'WINRM_TLS_PORT';
  let port = 0;
  return {
    name,
    env: async () => {
      port = await freePort();
      return {
        RATE_LIMIT_PER_MINUTE: '0',
        SSH_PORT: CLOSED_PORT,
        WINRM_PORT: CLOSED_PORT,
        WINRM_TLS_PORT: CLOSED_PORT,
        [setting]: String(port),
      };
    },
    attack: async (service) => {
      const addresses = loopbackAddresses(HOSTS);
      const peer = await startPeer(file, { mode, addresses, port });
      try {
        const hosts = await createHosts(service, addresses);
        const credential_id = await createCredential(service, type);
        await repeatTask(service, { type: 'inventory', hosts, params: { credential_id } });
      } finally {
        await endAttack(peer);
      }
    },
  };
}
