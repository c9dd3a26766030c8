/** The subjects of each tag's operations. */
export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Acceptances:
    'Accepted vulnerabilities, with reasons and expiry, and the statements of vendors (VEX).',
  Agents:
    'Agents on hosts: installing, updating and removing them, their jobs, and the events of these operations.',
  Audit: 'Who changed what, and failed logins.',
  Credentials: 'Logins for SSH and WinRM. Responses never contain a secret.',
  Description: 'The description of this interface.',
  Feeds: "The publishers' vulnerability data: their versions, downloads and imports.",
  Fleet: 'The state of all hosts at a glance, and what to do first.',
  Groups: 'Named sets of hosts.',
  Health: 'Probes for supervisors and load balancers. They need no token.',
  Hosts: 'Hosts with their status, services and newest inventory.',
  'Hosts (older)': 'The first version of the interface of hosts. New clients use Hosts.',
  Inventories: 'Installed packages of hosts and their changes; import of collected reports.',
  Notifications: 'Messages about what happened: channels, rules and deliveries.',
  Reports: 'Differential and full reports of tasks.',
  Sessions: 'Sessions of the console in the browser: signing in and out.',
  Tasks: 'Runs of templates: their progress, their results for each host, stopping them.',
  Templates: 'Named work: its hosts, params and schedule; starting a task of it.',
  Tokens: 'Access tokens and their roles: viewer, operator, admin.',
  Vulnerabilities: 'Findings, the vulnerabilities that affect hosts, and acceptances.',
};
