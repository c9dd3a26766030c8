import { sessionScenario } from './support/sessions.mjs';

export default sessionScenario({
  name: '32 Windows hosts answer with as many XML elements as are accepted, without end',
  peer: 'peer-winrm.mjs',
  type: 'winrm_password',
  mode: 'elements',
});
