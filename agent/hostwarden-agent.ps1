# hostwarden agent for Windows PowerShell 5.1: tells a hostwarden server what this machine is made of, and nothing else.
#
#   hostwarden-agent.ps1 run                     stay connected to the server, answer its questions (scheduled task)
#   hostwarden-agent.ps1 collect                 print what would be sent, for anyone to read; needs no server
#   hostwarden-agent.ps1 reach SERVER [CA_FILE]  try the way to a server
#   hostwarden-agent.ps1 version
#
# It runs no command that a server names: a server can only ask for the jobs in Invoke-Job below.
# Settings stand in hostwarden-agent.conf beside this file, one key=value a line: server, token_file,
# version, ca_file, interval.
param(
  [string]$Mode = '',
  [string]$Server = '',
  [string]$CaFile = ''
)

Set-StrictMode -Version 2.0
$ErrorActionPreference = 'Stop'
$script:Version = '1'
$script:Token = ''
$script:Interval = 0
# The server holds a question for at most a minute; who hears nothing for longer has lost it.
$PollMilliseconds = 100000
$UploadMilliseconds = 300000
$FirstPause = 10
$LongestPause = 300
$MaxAnswer = 65536

# --- what is collected: sections between lines with a random boundary -----------------------------

# JSON on one line, in plain ASCII: what lies between may have any code page.
function ConvertTo-Line($Value) {
  $json = ConvertTo-Json -InputObject $Value -Compress -Depth 3
  return [regex]::Replace($json, '[^\x20-\x7e]', { param($match) '\u{0:x4}' -f [int][char]$match.Value })
}

function Get-RegistryValue([string]$Path, [string]$Name) {
  $item = Get-ItemProperty -Path $Path -ErrorAction SilentlyContinue
  if (($null -eq $item) -or ($null -eq $item.PSObject.Properties[$Name])) {
    return $null
  }
  return $item.$Name
}

function Test-RebootPending {
  $servicing = 'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\Component Based Servicing\RebootPending'
  $update = 'HKLM:\SOFTWARE\Microsoft\Windows\CurrentVersion\WindowsUpdate\Auto Update\RebootRequired'
  return (Test-Path $servicing) -or (Test-Path $update)
}

function Get-SystemFacts {
  $os = Get-CimInstance -ClassName Win32_OperatingSystem
  $computer = Get-CimInstance -ClassName Win32_ComputerSystem
  $processors = @(Get-CimInstance -ClassName Win32_Processor)
  $current = 'HKLM:\SOFTWARE\Microsoft\Windows NT\CurrentVersion'
  $architecture = $env:PROCESSOR_ARCHITEW6432
  if (-not $architecture) {
    $architecture = $env:PROCESSOR_ARCHITECTURE
  }
  $logical = 0
  foreach ($processor in $processors) {
    $logical = $logical + [int]$processor.NumberOfLogicalProcessors
  }
  $facts = @{}
  $facts.name = $os.CSName
  $facts.caption = $os.Caption
  $facts.version = $os.Version
  $facts.ubr = Get-RegistryValue $current 'UBR'
  $facts.display_version = Get-RegistryValue $current 'DisplayVersion'
  $facts.architecture = $architecture
  $facts.ram = [long]$computer.TotalPhysicalMemory
  $facts.cpu_name = $processors[0].Name
  $facts.cpu_cores = $logical
  $facts.uptime = [long]((Get-Date) - $os.LastBootUpTime).TotalSeconds
  $facts.reboot_pending = Test-RebootPending
  ConvertTo-Line $facts
}

# What 32-bit and 64-bit installers wrote lies in two views of the registry.
function Get-Programs {
  $views = @('32')
  if ([Environment]::Is64BitOperatingSystem) {
    $views = @('64', '32')
  }
  foreach ($view in $views) {
    $base = [Microsoft.Win32.RegistryKey]::OpenBaseKey('LocalMachine', "Registry$view")
    $uninstall = $base.OpenSubKey('SOFTWARE\Microsoft\Windows\CurrentVersion\Uninstall')
    if ($null -ne $uninstall) {
      foreach ($name in $uninstall.GetSubKeyNames()) {
        Get-Program $uninstall $name $view
      }
      $uninstall.Close()
    }
    $base.Close()
  }
}

function Get-Program($Uninstall, [string]$Name, [string]$View) {
  $key = $Uninstall.OpenSubKey($Name)
  if ($null -eq $key) {
    return
  }
  if ($key.GetValue('DisplayName')) {
    $program = @{}
    $program.name = [string]$key.GetValue('DisplayName')
    $program.version = [string]$key.GetValue('DisplayVersion')
    $program.publisher = [string]$key.GetValue('Publisher')
    $program.date = [string]$key.GetValue('InstallDate')
    $program.size = $key.GetValue('EstimatedSize')
    $program.view = $View
    ConvertTo-Line $program
  }
  $key.Close()
}

function Get-Updates {
  foreach ($update in @(Get-HotFix)) {
    $line = @{}
    $line.id = $update.HotFixID
    $line.date = $null
    try {
      $line.date = ([datetime]$update.InstalledOn).ToString('yyyyMMdd', [Globalization.CultureInfo]::InvariantCulture)
    }
    catch {
      # Some updates have no date, or one that their own language alone can read.
      $line.date = $null
    }
    ConvertTo-Line $line
  }
}

# A section with what a function gives, a line each; a failure is noted, for half a list is no list.
function Add-Section($Report, $Failed, [string]$Boundary, [string]$Name, [scriptblock]$Source) {
  $lines = @()
  try {
    $lines = @(& $Source)
  }
  catch {
    [void]$Failed.Add("$Name 1")
  }
  [void]$Report.Append("--$Boundary $Name`n")
  foreach ($line in $lines) {
    [void]$Report.Append([string]$line).Append("`n")
  }
  [void]$Report.Append("`n")
}

function Get-Report {
  $boundary = 'hw' + [guid]::NewGuid().ToString('N')
  $report = New-Object System.Text.StringBuilder
  $failed = New-Object System.Collections.ArrayList
  [void]$report.Append("hostwarden-report 1 $boundary`n")
  Add-Section $report $failed $boundary 'collected-at' {
    [long][Math]::Floor(([datetime]::UtcNow - (New-Object datetime(1970, 1, 1))).TotalSeconds)
  }
  Add-Section $report $failed $boundary 'windows' { Get-SystemFacts }
  Add-Section $report $failed $boundary 'windows-programs' { Get-Programs }
  Add-Section $report $failed $boundary 'windows-hotfixes' { Get-Updates }
  Add-Section $report $failed $boundary 'failed' { $failed.ToArray() }
  [void]$report.Append("--$boundary--`n")
  return $report.ToString()
}

function Compress-Text([string]$Text) {
  $bytes = [Text.Encoding]::UTF8.GetBytes($Text)
  $memory = New-Object IO.MemoryStream
  $gzip = New-Object IO.Compression.GZipStream($memory, [IO.Compression.CompressionMode]::Compress)
  $gzip.Write($bytes, 0, $bytes.Length)
  $gzip.Close()
  return , $memory.ToArray()
}

# --- talking to the server ------------------------------------------------------------------------

# Compiled, as checks of certificates are asked on threads where no script can run. The name must fit,
# and the certificate must be the given one or come from it.
$PinSource = @'
using System;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
public static class HostwardenPin {
  public static X509Certificate2 Trusted;
  public static bool Check(object sender, X509Certificate certificate, X509Chain given, SslPolicyErrors errors) {
    if (certificate == null || (errors & SslPolicyErrors.RemoteCertificateNameMismatch) != 0) return false;
    X509Certificate2 shown = new X509Certificate2(certificate);
    if (shown.NotAfter < DateTime.Now) return false;
    if (shown.Thumbprint == Trusted.Thumbprint) return true;
    X509Chain chain = new X509Chain();
    chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
    chain.ChainPolicy.VerificationFlags = X509VerificationFlags.AllowUnknownCertificateAuthority;
    chain.ChainPolicy.ExtraStore.Add(Trusted);
    if (!chain.Build(shown)) return false;
    X509Certificate2 root = chain.ChainElements[chain.ChainElements.Count - 1].Certificate;
    return root.Thumbprint == Trusted.Thumbprint;
  }
  public static RemoteCertificateValidationCallback Callback() { return Check; }
}
'@

function Initialize-Tls {
  [Net.ServicePointManager]::SecurityProtocol = [Net.SecurityProtocolType]::Tls12
  [Net.ServicePointManager]::Expect100Continue = $false
  if ($script:CaFile) {
    Add-Type -TypeDefinition $PinSource
    [HostwardenPin]::Trusted = New-Object Security.Cryptography.X509Certificates.X509Certificate2($script:CaFile)
  }
}

function New-Request([string]$Method, [string]$Path, [int]$Milliseconds) {
  $request = [Net.HttpWebRequest]::Create($script:Server + $Path)
  $request.Method = $Method
  $request.Timeout = $Milliseconds
  $request.ReadWriteTimeout = $Milliseconds
  $request.AllowAutoRedirect = $false
  $request.Proxy = $null
  $request.UserAgent = "hostwarden-agent/$script:Version"
  if ($script:CaFile) {
    $request.ServerCertificateValidationCallback = [HostwardenPin]::Callback()
  }
  return $request
}

# Posts bytes and gives the text of the answer; throws when there is none or it is no success.
function Send-Bytes([string]$Path, [byte[]]$Bytes, [int]$Milliseconds) {
  $request = New-Request 'POST' "/agent/v1/$Path" $Milliseconds
  $request.ContentType = 'application/octet-stream'
  $request.Headers.Add('Authorization', "Bearer $script:Token")
  $request.ContentLength = $Bytes.Length
  $body = $request.GetRequestStream()
  $body.Write($Bytes, 0, $Bytes.Length)
  $body.Close()
  return Read-Answer $request
}

function Read-Answer($Request) {
  try {
    $response = $Request.GetResponse()
  }
  catch [Net.WebException] {
    # An answer that stays open keeps its connection, and there are two of them.
    if ($null -ne $_.Exception.Response) {
      $_.Exception.Response.Close()
    }
    throw
  }
  try {
    if ([int]$response.StatusCode -ge 300) {
      throw 'redirected'
    }
    $reader = New-Object IO.StreamReader($response.GetResponseStream(), [Text.Encoding]::UTF8)
    $buffer = New-Object char[] $MaxAnswer
    $length = $reader.ReadBlock($buffer, 0, $MaxAnswer)
    return New-Object string($buffer, 0, $length)
  }
  finally {
    $response.Close()
  }
}

# --- jobs -----------------------------------------------------------------------------------------

# The whole list of what a server can ask for.
function Invoke-Job([string]$Id, [string]$Name) {
  if ($Name -ceq 'inventory') {
    $result = Compress-Text (Get-Report)
  }
  else {
    $result = [Text.Encoding]::ASCII.GetBytes("failed unknown_job`n")
  }
  [void](Send-Bytes "jobs/$Id" $result $UploadMilliseconds)
}

# What an answer asks for; throws when it is no answer of ours. Lines we do not know are for later versions.
function Read-Orders([string]$Answer) {
  $lines = $Answer -split "`r?`n"
  if ($lines[0] -cne 'hostwarden 1') {
    throw 'no answer of a hostwarden server'
  }
  $orders = @{}
  $orders.Jobs = @()
  $orders.Wait = $null
  foreach ($line in $lines) {
    if ($line -cmatch '^job ([A-Za-z0-9_-]{1,64}) ([A-Za-z0-9_-]{1,64})$') {
      $orders.Jobs += , @($Matches[1], $Matches[2])
    }
    if ($line -cmatch '^wait ([0-9]{1,4})$') {
      $orders.Wait = [int]$Matches[1]
    }
  }
  return $orders
}

function Invoke-CheckIn {
  $began = Get-Date
  $hello = [Text.Encoding]::ASCII.GetBytes("version $script:Version`n")
  $orders = Read-Orders (Send-Bytes 'poll' $hello $PollMilliseconds)
  foreach ($job in $orders.Jobs) {
    Invoke-Job $job[0] $job[1]
  }
  if ($null -ne $orders.Wait) {
    Start-Sleep -Seconds ([int]($orders.Wait / 2) + (Get-Random -Minimum 0 -Maximum ($orders.Wait + 1)))
  }
  elseif ($script:Interval -gt 0) {
    Start-Sleep -Seconds $script:Interval
  }
  elseif (($orders.Jobs.Count -eq 0) -and (((Get-Date) - $began).TotalSeconds -lt 5)) {
    # A server that answers at once with nothing is not asked in a loop.
    Start-Sleep -Seconds (Get-Random -Minimum 5 -Maximum 16)
  }
}

# --- staying alive --------------------------------------------------------------------------------

# Any second of a span that doubles with each failure: thousands of agents that lost one server at the
# same moment come back one by one.
function Get-Pause([int]$Failures) {
  $span = [Math]::Min($LongestPause, $FirstPause * [Math]::Pow(2, [Math]::Min($Failures, 10) - 1))
  return Get-Random -Minimum 1 -Maximum ([int]$span + 1)
}

function Start-Agent {
  Read-Settings
  Initialize-Tls
  $mutex = New-Object Threading.Mutex($false, 'Global\hostwarden-agent')
  try {
    $isMine = $mutex.WaitOne(0)
  }
  catch [Threading.AbandonedMutexException] {
    # Its owner died; it is ours now.
    $isMine = $true
  }
  if (-not $isMine) {
    return
  }
  $failures = 0
  while ($true) {
    try {
      Invoke-CheckIn
      $failures = 0
    }
    catch {
      $failures = $failures + 1
      Start-Sleep -Seconds (Get-Pause $failures)
    }
  }
}

# --- settings -------------------------------------------------------------------------------------

function Read-Settings {
  $settings = @{}
  foreach ($line in [IO.File]::ReadAllLines((Join-Path $PSScriptRoot 'hostwarden-agent.conf'))) {
    $at = $line.IndexOf('=')
    if ($at -gt 0) {
      $settings[$line.Substring(0, $at)] = $line.Substring($at + 1)
    }
  }
  if ($settings.ContainsKey('pin')) {
    throw 'pin= is not known here; give ca_file='
  }
  $script:Server = ([string]$settings['server']).TrimEnd('/')
  $script:CaFile = [string]$settings['ca_file']
  if ($settings.ContainsKey('version')) {
    $script:Version = $settings['version']
  }
  if ([string]$settings['interval'] -match '^[0-9]{1,4}$') {
    $script:Interval = [int]$settings['interval']
  }
  $script:Token = ([IO.File]::ReadAllLines([string]$settings['token_file'])[0]).Trim()
  Assert-Server
}

function Assert-Server {
  if ($script:Server -notmatch '^https?://[^\s"]+$') {
    throw 'server= must begin with http:// or https://'
  }
}

function Test-Way {
  $script:Server = $Server.TrimEnd('/')
  $script:CaFile = $CaFile
  Assert-Server
  Initialize-Tls
  try {
    [void](Read-Answer (New-Request 'GET' '/healthz' 20000))
    [Console]::Out.WriteLine('dotnet 0')
  }
  catch {
    [Console]::Out.WriteLine('dotnet 1')
  }
}

if ($Mode -eq 'run') {
  Start-Agent
}
elseif ($Mode -eq 'collect') {
  [Console]::Out.Write((Get-Report))
}
elseif ($Mode -eq 'reach') {
  Test-Way
}
elseif ($Mode -eq 'version') {
  [Console]::Out.WriteLine($script:Version)
}
else {
  [Console]::Error.WriteLine('hostwarden-agent: use: run | collect | reach SERVER [CA_FILE] | version')
  exit 2
}
