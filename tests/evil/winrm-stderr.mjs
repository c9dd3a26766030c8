import { sessionScenario } from './support/sessions.mjs';

export default sessionScenario({
  name: '32 Windows hosts write 1 MB of CLIXML as error output',
  peer: 'peer-winrm.mjs',
  type: 'winrm_password',
  mode: 'stderr',
});
