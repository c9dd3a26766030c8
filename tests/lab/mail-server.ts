import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

export const LOGIN = { user: 'warden', password: 's3cret, word' };
export const PORTS = { tls: 24_465, startTls: 24_587 };

const EXIM = '/usr/sbin/exim4';

/** Returns what this machine lacks for a mail server of Debian; null: nothing. */
export function missingForMail(): string | null {
  if (process.getuid?.() !== 0) return 'root';
  if (!existsSync(EXIM)) return 'exim4-daemon-light';
  return existsSync('/usr/bin/openssl') ? null : 'openssl';
}

const config = (dir: string): string => `
primary_hostname = mail.lab
spool_directory = ${dir}/spool
log_file_path = ${dir}/log/%slog
pid_file_path = ${dir}/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${PORTS.tls} : ${PORTS.startTls}
tls_on_connect_ports = ${PORTS.tls}
tls_advertise_hosts = *
tls_certificate = ${dir}/server.pem
tls_privatekey = ${dir}/server.key
auth_advertise_hosts = \${if def:tls_in_cipher{*}{}}
acl_smtp_rcpt = check_rcpt
keep_environment =
begin acl
check_rcpt:
  deny !authenticated = *
       message = login needed
  deny recipients = refused@example.org
       message = no such mailbox
  accept
begin routers
all:
  driver = accept
  transport = mailbox
begin transports
mailbox:
  driver = appendfile
  file = ${dir}/spool/mailbox
  user = Debian-exim
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{${LOGIN.user}}}{eq{$auth3}{${LOGIN.password}}}}}
  server_set_id = $auth2
`;

/** Issues a certificate for `localhost` from a new authority. */
function issueCertificate(dir: string): void {
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: dir, stdio: 'ignore' });
  };
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=lab',
    '-days',
    '30',
  );
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
  writeFileSync(join(dir, 'names'), 'subjectAltName=DNS:localhost\n');
  const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-set_serial', '1', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'server.csr', ...signer, '-out', 'server.pem', '-days', '30');
}

/** Starts Exim of Debian with TLS, STARTTLS and login, on loopback. */
export async function startMailServer() {
  const dir = mkdtempSync('/var/tmp/hostwarden-mail-');
  chmodSync(dir, 0o755);
  for (const folder of ['spool', 'log']) mkdirSync(join(dir, folder));
  execFileSync('chown', ['-R', 'Debian-exim:Debian-exim', join(dir, 'spool'), join(dir, 'log')]);
  issueCertificate(dir);
  for (const file of ['server.key', 'server.pem']) chmodSync(join(dir, file), 0o644);
  const file = join(dir, 'exim.conf');
  writeFileSync(file, config(dir));
  const daemon = spawn(EXIM, ['-C', file, '-bdf', '-q1m'], { stdio: 'ignore' });
  await waitForPort(PORTS.tls, daemon);
  return {
    authority: join(dir, 'ca.pem'),
    /** all delivered mails, as the mailbox has them */
    mailbox: (): string => {
      const path = join(dir, 'spool/mailbox');
      return existsSync(path) ? readFileSync(path, 'utf8') : '';
    },
    async close() {
      daemon.kill();
      if (daemon.exitCode === null && daemon.signalCode === null) await once(daemon, 'exit');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function waitForPort(port: number, daemon: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (daemon.exitCode !== null) throw new Error(`exim ended with ${daemon.exitCode}`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('exim does not listen');
}
