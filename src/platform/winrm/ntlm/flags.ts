/**
 * Bits of the negotiation. Source: MS-NLMP 2.2.2.5.
 * @internal
 */
export const NTLM_FLAG = {
  unicode: 0x1,
  requestTarget: 0x4,
  sign: 0x10,
  seal: 0x20,
  ntlm: 0x200,
  alwaysSign: 0x8000,
  extendedSessionSecurity: 0x80000,
  targetInfo: 0x800000,
  version: 0x2000000,
  key128: 0x20000000,
  keyExchange: 0x40000000,
} as const;

/** The flags that the client requests: the strongest options of NTLM only. */
export const CLIENT_FLAGS = Object.values(NTLM_FLAG).reduce((all, flag) => all | flag, 0) >>> 0;

// Without these a session could be read or changed in transit; a server that omits one is refused.
const REQUIRED_FLAGS =
  NTLM_FLAG.unicode |
  NTLM_FLAG.sign |
  NTLM_FLAG.seal |
  NTLM_FLAG.extendedSessionSecurity |
  NTLM_FLAG.targetInfo |
  NTLM_FLAG.key128 |
  NTLM_FLAG.keyExchange;

/** Whether a server's flags allow NTLMv2 with 128-bit sealing and an exchanged key. */
export const isStrongEnough = (flags: number): boolean =>
  (flags & REQUIRED_FLAGS) === REQUIRED_FLAGS;
