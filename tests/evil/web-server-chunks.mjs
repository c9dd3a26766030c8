import { createHosts, endAttack, repeatTask } from './support/api-calls.mjs';
import { startPeer } from './support/start-peer.mjs';

export default {
  name: '64 ports of a scanned host answer HTTP in chunks of one byte, in small segments',
  env: { RATE_LIMIT_PER_MINUTE: '0' },
  attack: async (service) => {
    const peer = await startPeer('peer-web.mjs', { count: 64, segmentBytes: 6 });
    try {
      const hosts = await createHosts(service, ['127.0.0.1']);
      const params = { ports: peer.ports.map(String), speed: '5' };
      await repeatTask(service, { type: 'pentest', hosts, params });
    } finally {
      await endAttack(peer);
    }
  },
};
