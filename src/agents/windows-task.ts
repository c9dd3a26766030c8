/** The locations of an agent on Windows. */
export interface WindowsAgentPaths {
  folder: string;
  script: string;
}

export const WINDOWS_PATHS: WindowsAgentPaths = {
  folder: 'C:\\Program Files\\hostwarden-agent',
  script: 'C:\\Program Files\\hostwarden-agent\\hostwarden-agent.ps1',
};

export const WINDOWS_TASK = 'hostwarden-agent';

/**
 * Returns a task for the Task Scheduler (schema 1.2, Windows 7 and later). It runs as SYSTEM at low priority,
 * without time limit; it starts at boot, and every minute while it is not running.
 */
export function scheduledTaskXml(paths: WindowsAgentPaths = WINDOWS_PATHS): string {
  const args = `-NoProfile -NonInteractive -ExecutionPolicy Bypass -File "${paths.script}" run`;
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>hostwarden agent: reports installed software to a hostwarden server</Description>
  </RegistrationInfo>
  <Triggers>
    <BootTrigger>
      <Repetition>
        <Interval>PT1M</Interval>
      </Repetition>
    </BootTrigger>
    <RegistrationTrigger>
      <Repetition>
        <Interval>PT1M</Interval>
      </Repetition>
    </RegistrationTrigger>
  </Triggers>
  <Principals>
    <Principal id="Author">
      <UserId>S-1-5-18</UserId>
      <RunLevel>HighestAvailable</RunLevel>
    </Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>8</Priority>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>%SystemRoot%\\System32\\WindowsPowerShell\\v1.0\\powershell.exe</Command>
      <Arguments>${escapeXml(args)}</Arguments>
      <WorkingDirectory>${escapeXml(paths.folder)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`;
}

/** Returns PowerShell that registers the task from an XML file and starts it. An existing task is replaced. */
export function registerTaskScript(xmlFile: string): string {
  return [
    "$ErrorActionPreference = 'Stop'",
    `$xml = [System.IO.File]::ReadAllText(${quoteWindows(xmlFile)})`,
    `Register-ScheduledTask -TaskName ${quoteWindows(WINDOWS_TASK)} -Xml $xml -Force | Out-Null`,
    `Start-ScheduledTask -TaskName ${quoteWindows(WINDOWS_TASK)}`,
    '',
  ].join('\r\n');
}

/** Returns PowerShell that stops and removes the task, if it exists. */
export function unregisterTaskScript(): string {
  return [
    `$task = Get-ScheduledTask -TaskName ${quoteWindows(WINDOWS_TASK)} -ErrorAction SilentlyContinue`,
    'if ($task) {',
    '  Stop-ScheduledTask -InputObject $task',
    '  Unregister-ScheduledTask -InputObject $task -Confirm:$false',
    '}',
    '',
  ].join('\r\n');
}

/**
 * Returns a PowerShell string literal: in single quotes, with quotes doubled, also the typographic ones
 * (PowerShell treats them as quotes).
 */
export function quoteWindows(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;
}

function escapeXml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
