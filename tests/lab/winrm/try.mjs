// node tests/lab/winrm/try.mjs ADDRESS USERNAME [--http] [--port N] [--pin SHA256]     (after `npm run build:modules`)
// Tries the WinRM client on a real Windows host and prints a report. Asks for the password; the report doesn't hold it.
// On the host it runs whoami and PowerShell, and writes and removes one file in %TEMP%; it changes nothing else.
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { readableStderr } from '../../../build/platform/winrm/powershell.js';
import { openWinRm } from '../../../build/platform/winrm/winrm.js';

const {
  values,
  positionals: [ip, username],
} = parseArgs({
  allowPositionals: true,
  options: {
    http: { type: 'boolean', default: false },
    port: { type: 'string' },
    pin: { type: 'string' },
  },
});
if (ip === undefined || username === undefined) {
  console.error(
    'usage: node tests/lab/winrm/try.mjs ADDRESS USERNAME [--http] [--port N] [--pin SHA256]',
  );
  process.exit(2);
}
const port = Number(values.port ?? (values.http ? 5985 : 5986));
const text = (result) =>
  `exit ${result.exitCode} stdout ${JSON.stringify(result.stdout.toString().slice(0, 400))} ` +
  `stderr ${JSON.stringify(readableStderr(result.stderr).slice(0, 400))}`;
const same = (found, wanted) => {
  if (found !== wanted)
    throw new Error(
      `expected ${JSON.stringify(wanted)}, found ${JSON.stringify(found.slice(0, 200))}`,
    );
  return 'as expected';
};

const checks = {
  'cmd: whoami': async (host) => text(await host.run('whoami')),
  'cmd: exit code and stderr': async (host) =>
    text(await host.run('echo out& echo err>&2& exit 3')),
  'cmd: a program that is not there': async (host) => text(await host.run('no-such-program')),
  system: async (host) =>
    text(
      await host.powershell(
        '"$($PSVersionTable.PSVersion) $([Environment]::OSVersion.Version) elevated=$((' +
          '[Security.Principal.WindowsPrincipal][Security.Principal.WindowsIdentity]::GetCurrent()' +
          ").IsInRole('Administrators'))\"",
      ),
    ),
  'powershell: UTF-8 comes back': async (host) =>
    same(
      (
        await host.powershell('[Console]::Out.Write("gr$([char]252)n $([char]0x65e5)")')
      ).stdout.toString(),
      'grün 日',
    ),
  'powershell: an error is readable': async (host) =>
    text(await host.powershell('throw "no luck"')),
  'powershell: exit code': async (host) =>
    same(String((await host.powershell('exit 7')).exitCode), '7'),
  'powershell: standard input': async (host) =>
    same(
      (
        await host.powershell('[Console]::Out.Write(($input -join "|"))', {
          stdin: Buffer.from('a\r\nb\r\n'),
        })
      ).stdout.toString(),
      'a|b',
    ),
  'powershell: a long script with standard input': async (host) =>
    same(
      (
        await host.powershell(
          `# ${'x'.repeat(40_000)}\n[Console]::Out.Write(($input -join "|"))\nexit 5`,
          { stdin: Buffer.from('a\r\nb\r\n') },
        )
      ).stdout.toString(),
      'a|b',
    ),
  'powershell: 1 MB of output': async (host) =>
    same(
      String(
        (await host.powershell('1..10000 | ForEach-Object { "x" * 98 }', { timeoutMs: 120_000 }))
          .stdout.length,
      ),
      '1000000',
    ),
  'a long poll: 50 s of silence': async (host) =>
    text(await host.powershell('Start-Sleep 50; "awake"', { timeoutMs: 120_000 })),
  'a command that is ended after 5 s': async (host) =>
    host
      .powershell('Start-Sleep 600', { timeoutMs: 5_000 })
      .then(text, (error) => same(error.code, 'timeout')),
  'upload of 300 kB': async (host) => {
    const folder = (await host.powershell('[Console]::Out.Write($env:TEMP)')).stdout.toString();
    const path = `${folder}\\hostwarden trial ü.bin`;
    await host.upload(randomBytes(300_000), path, { timeoutMs: 120_000 });
    return text(
      await host.powershell(
        "Get-ChildItem -LiteralPath $env:TEMP -Filter 'hostwarden trial*.bin' | " +
          'ForEach-Object { $_.Length; Remove-Item -LiteralPath $_.FullName }',
      ),
    );
  },
};

const password = await askPassword();
console.log(
  `hostwarden WinRM trial, Node ${process.version}, ${values.http ? 'HTTP, sealed' : 'HTTPS'}, port ${port}`,
);
let host;
await attempt('connect and log in', async () => {
  host = await openWinRm({
    ip,
    port,
    tls: !values.http,
    username,
    password,
    guard: () => null,
    timeoutMs: 30_000,
    ...(values.pin && { pinned: values.pin }),
    trust: ({ fingerprint, verified }) => {
      console.log(
        `certificate SHA-256 ${fingerprint}, ${verified ? 'verified' : 'not verified, trusted for this trial'}`,
      );
      return true;
    },
  });
  return 'logged in';
});
for (const [name, check] of Object.entries(host ? checks : {}))
  await attempt(name, () => check(host));
await host?.close();

async function attempt(name, work) {
  const started = performance.now();
  const outcome = await work().then(
    (said) => `ok      ${said}`,
    (error) => `FAILED  ${error.code ?? error.name} ${error.faultCode ?? ''} ${error.message}`,
  );
  console.log(`${name}: ${outcome} (${Math.round(performance.now() - started)} ms)`);
}

function askPassword() {
  process.stderr.write(`password of ${username}: `);
  // Without an output nothing is echoed.
  const lines = createInterface({ input: process.stdin, terminal: process.stdin.isTTY });
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      lines.close();
      process.stderr.write('\n');
      resolve(line);
    });
  });
}
