import { sessionScenario } from './support/sessions.mjs';

export default sessionScenario({
  name: '32 Windows hosts answer with XML of 12,000 attributes',
  peer: 'peer-winrm.mjs',
  type: 'winrm_password',
  mode: 'attributes',
});
