import { sessionScenario } from './support/sessions.mjs';

export default sessionScenario({
  name: '32 Linux hosts flood the error output byte by byte before a command starts',
  peer: 'peer-ssh.mjs',
  type: 'ssh_password',
  mode: 'bytes',
});
