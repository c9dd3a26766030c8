const TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name lookup failed temporarily',
  ECONNRESET: 'connection reset',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'no route to host',
  ETIMEDOUT: 'no response',
  UND_ERR_CONNECT_TIMEOUT: 'no response',
  UND_ERR_SOCKET: 'connection closed by the server',
  SELF_SIGNED_CERT_IN_CHAIN:
    'unknown certificate authority; set NODE_EXTRA_CA_CERTS to its certificate: ' +
    'tls-root.pem in the data directory of the service',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'self-signed certificate; set NODE_EXTRA_CA_CERTS to a file with this certificate',
};

/** Returns the reason of a failed HTTP connection in a few words; undefined for other error codes. */
export const connectionFailureText = (code: string | undefined): string | undefined =>
  TEXTS[code ?? ''];
