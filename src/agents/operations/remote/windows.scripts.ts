import {
  quoteWindows,
  registerTaskScript,
  unregisterTaskScript,
  WINDOWS_PATHS,
  WINDOWS_TASK,
} from '../../windows-task.js';

/*
 * Scripts for a Windows host, for Windows PowerShell 5.1. As on Linux, all files of the agent are in one
 * folder. Beside it are `.new` while an agent is uploaded, and `.old` until the new agent is verified. Only
 * administrators and SYSTEM can write there and read the token.
 */

const FOLDER = WINDOWS_PATHS.folder;
const OWNERS = ['*S-1-5-18:(OI)(CI)F', '*S-1-5-32-544:(OI)(CI)F']
  .map((right) => `'${right}'`)
  .join(' ');

const PREAMBLE = `$ErrorActionPreference = 'Stop'
$folder = ${quoteWindows(FOLDER)}
function Stop-Agent {
  $task = Get-ScheduledTask -TaskName ${quoteWindows(WINDOWS_TASK)} -ErrorAction SilentlyContinue
  if ($task) {
    Stop-ScheduledTask -InputObject $task
  }
}
function Remove-Folder([string]$Path) {
  if (Test-Path -LiteralPath $Path) {
    Remove-Item -LiteralPath $Path -Recurse -Force
  }
}
`;

/** The folder for the files of a new agent. */
export const WINDOWS_STAGING = `${FOLDER}.new`;

const ME =
  '$me = New-Object Security.Principal.WindowsPrincipal([Security.Principal.WindowsIdentity]::GetCurrent())\n';
const IS_ADMINISTRATOR = '$me.IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)';

/** Prints True if the user is an administrator, otherwise False. */
export const WINDOWS_RIGHTS = `${ME}${IS_ADMINISTRATOR}\n`;

/** Prints facts, one `key=value` per line. It makes no changes. */
export const WINDOWS_INSPECT = `${PREAMBLE}function Say([string]$Key, $Value) {
  [Console]::Out.WriteLine($Key + '=' + $Value)
}
function Get-TokenHash([string]$Path) {
  if (Test-Path -LiteralPath $Path) {
    $bytes = [Text.Encoding]::ASCII.GetBytes([IO.File]::ReadAllText($Path).Trim())
    $hash = [Security.Cryptography.SHA256]::Create().ComputeHash($bytes)
    return [BitConverter]::ToString($hash).Replace('-', '').ToLower()
  }
}
${ME}Say 'administrator' ${IS_ADMINISTRATOR}
Say 'os' (Get-CimInstance -ClassName Win32_OperatingSystem).Caption
Say 'architecture' $env:PROCESSOR_ARCHITECTURE
Say 'powershell' $PSVersionTable.PSVersion
Say 'free_kb' ([Math]::Floor((New-Object IO.DriveInfo($env:SystemDrive)).AvailableFreeSpace / 1024))
Say 'installed' (Test-Path -LiteralPath ($folder + '\\hostwarden-agent.ps1'))
$task = Get-ScheduledTask -TaskName ${quoteWindows(WINDOWS_TASK)} -ErrorAction SilentlyContinue
Say 'traces' ([bool]$task -or (Test-Path -LiteralPath $folder) -or
  (Test-Path -LiteralPath ($folder + '.new')) -or (Test-Path -LiteralPath ($folder + '.old')))
$conf = $folder + '\\hostwarden-agent.conf'
if (Test-Path -LiteralPath $conf) {
  Say 'version' ([IO.File]::ReadAllLines($conf) -match '^version=' -replace '^version=', '')
}
Say 'token_sha256' (Get-TokenHash ($folder + '\\token'))
Say 'old_token_sha256' (Get-TokenHash ($folder + '.old\\token'))
`;

/** Creates an empty folder for the new agent that only administrators and SYSTEM can read. */
export const WINDOWS_STAGE = `${PREAMBLE}Remove-Folder ($folder + '.new')
[void](New-Item -ItemType Directory -Path ($folder + '.new'))
& icacls.exe ($folder + '.new') /inheritance:r /grant:r ${OWNERS} | Out-Null
if ($LASTEXITCODE -ne 0) {
  throw 'failed to set the permissions of the folder'
}
`;

/** Activates the agent in `.new` and moves the former one to `.old`; see the same script for Linux. */
export function windowsStart(shouldKeepOld: boolean): string {
  const moveAside = shouldKeepOld
    ? 'Remove-Folder $folder'
    : `Remove-Folder ($folder + '\\unverified')
  Remove-Folder ($folder + '.old')
  Move-Item -LiteralPath $folder -Destination ($folder + '.old')`;
  return `${PREAMBLE}Stop-Agent
if (Test-Path -LiteralPath $folder) {
  ${moveAside}
}
Move-Item -LiteralPath ($folder + '.new') -Destination $folder
${registerTaskScript(`${FOLDER}\\task.xml`)}`;
}

/** Restores the former agent, or removes the new one if there was none; see the same script for Linux. */
export function windowsRollback(isStarted: boolean): string {
  if (!isStarted) return `${PREAMBLE}Remove-Folder ($folder + '.new')\n`;
  return `${PREAMBLE}Remove-Folder ($folder + '.new')
if (Test-Path -LiteralPath ($folder + '\\unverified')) {
  Stop-Agent
  Remove-Folder $folder
}
if (-not (Test-Path -LiteralPath $folder) -and (Test-Path -LiteralPath ($folder + '.old'))) {
  Move-Item -LiteralPath ($folder + '.old') -Destination $folder
}
if (Test-Path -LiteralPath $folder) {
  ${registerTaskScript(`${FOLDER}\\task.xml`).replaceAll('\r\n', '\n  ').trimEnd()}
}
else {
  ${unregisterTaskScript().replaceAll('\r\n', '\n  ').trimEnd()}
}
`;
}

export const WINDOWS_CLEAN_UP = `${PREAMBLE}Remove-Folder ($folder + '.old')
Remove-Folder ($folder + '.new')
Remove-Folder ($folder + '\\unverified')
`;

/** Removes everything that an agent ever created, and prints what remains. */
export const WINDOWS_REMOVE = `${PREAMBLE}${unregisterTaskScript()}Remove-Folder $folder
Remove-Folder ($folder + '.old')
Remove-Folder ($folder + '.new')
foreach ($path in $folder, ($folder + '.old'), ($folder + '.new')) {
  if (Test-Path -LiteralPath $path) {
    [Console]::Out.WriteLine($path)
  }
}
if (Get-ScheduledTask -TaskName ${quoteWindows(WINDOWS_TASK)} -ErrorAction SilentlyContinue) {
  [Console]::Out.WriteLine('the scheduled task')
}
`;

export const WINDOWS_DIAGNOSE = `$info = Get-ScheduledTaskInfo -TaskName ${quoteWindows(WINDOWS_TASK)}
[Console]::Out.WriteLine('last run ' + $info.LastRunTime + ', result ' + $info.LastTaskResult)
`;

/** Calls the server with the agent's script, which runs from memory. */
export function windowsCallbackTest(script: string, server: string): string {
  const encoded = Buffer.from(script).toString('base64');
  return `$text = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String('${encoded}'))
& ([ScriptBlock]::Create($text)) 'reach' ${quoteWindows(server)}
`;
}
