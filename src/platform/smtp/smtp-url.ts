/** A mail server, from a URL like `smtps://user@mail.example.org:465`. `user` null: no login. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS */
  isTls: boolean;
  user: string | null;
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/**
 * Parses the URL of a mail server. `smtp:` is STARTTLS, on port 587 unless the URL has another; `smtps:` is TLS, on
 * port 465. Null: not such a URL, or it contains a password.
 */
export function parseSmtpUrl(text: string): SmtpServer | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const standard = PORTS[protocol];
  const isComplete = standard !== undefined && hostname !== '' && /^\/?$/.test(pathname);
  if (!isComplete || password !== '' || search !== '' || hash !== '') return null;
  const user = decodeUser(username);
  if (user === null) return null;
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? standard : Number(port),
    isTls: protocol === 'smtps:',
    user: user === '' ? null : user,
  };
}

function decodeUser(text: string): string | null {
  try {
    const user = decodeURIComponent(text);
    return /\p{Cc}/u.test(user) ? null : user;
  } catch {
    return null;
  }
}
