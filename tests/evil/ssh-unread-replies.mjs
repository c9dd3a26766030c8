import { sessionScenario } from './support/sessions.mjs';

export default sessionScenario({
  name: '32 Linux hosts send requests without end and read no reply',
  peer: 'peer-ssh.mjs',
  type: 'ssh_password',
  mode: 'requests',
});
