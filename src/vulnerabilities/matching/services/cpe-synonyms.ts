// Names under which records of one program are filed, each line with its reason. Similar names of different
// programs are not listed.
const SYNONYMS: readonly (readonly string[])[] = [
  // its author, his company, and F5, which bought it in 2019
  ['f5:nginx', 'nginx:nginx', 'igor_sysoev:nginx', 'f5:nginx_open_source'],
  ['openbsd:openssh', 'openssh:openssh'], // old records file it under its own name
  ['redis:redis', 'redislabs:redis', 'pivotal_software:redis'], // its sponsors over the years
  ['dropbear_ssh_project:dropbear_ssh', 'matt_johnston:dropbear_ssh_server'], // its author
  ['vsftpd_project:vsftpd', 'beasts:vsftpd', 'redhat:vsftpd'], // its author's site; Red Hat for flaws of its build
  [
    'eclipse:jetty',
    'mortbay:jetty',
    'mortbay_jetty:jetty',
    'jetty:jetty',
    'jetty:jetty_http_server',
  ], // moved from Mort Bay to Eclipse in 2009
  // written by Easy Software, bought by Apple, continued by OpenPrinting
  ['openprinting:cups', 'apple:cups', 'cups:cups', 'easy_software_products:cups'],
  ['samba:rsync', 'rsync:rsync', 'andrew_tridgell:rsync'], // its host, its name, its author
  ['vmware:rabbitmq', 'pivotal_software:rabbitmq', 'broadcom:rabbitmq_server'], // successive owners
  ['lfprojects:valkey', 'linuxfoundation:valkey'], // the same foundation
  ['linuxfoundation:nats-server', 'nats:nats_server'], // its project, and the foundation it belongs to
  ['elastic:elasticsearch', 'elasticsearch:elasticsearch'], // the company's first name
  ['nodejs:node.js', 'nodejs:nodejs'], // spelled both ways
  [
    'oracle:mysql',
    'mysql:mysql',
    'mysql:mysql_server',
    'mysql:mysql_community_server',
    'oracle:mysql_server',
  ], // owners and editions of one code
  [
    'cyrus:imap',
    'cyrus:imapd',
    'cyrusimap:cyrus_imap',
    'cmu:cyrus_imap_server',
    'carnegie_mellon_university:cyrus_imap_server',
  ], // made at Carnegie Mellon
  ['acme:mini_httpd', 'acme:mini-httpd'], // spelled both ways
  ['openbsd:opensmtpd', 'opensmtpd:opensmtpd'], // its project, its own name
  ['nlnetlabs:name_server_daemon', 'nlnetlabs:nsd'], // spelled out, and as it is called
  [
    'varnish_cache_project:varnish_cache',
    'varnish-software:varnish_cache',
    'varnish-software:varnich_cache',
    'varnish-cache:varnish_cache',
  ], // its project, its company, and that with a typing error in records of 2022
  [
    'solarwinds:serv-u',
    'solarwinds:serv-u_ftp_server',
    'solarwinds:serv-u_file_server',
    'serv-u:serv-u',
    'rhinosoft:serv-u',
  ], // of Rhino Software until 2012; editions of one code
  [
    'microsoft:internet_information_services',
    'microsoft:internet_information_server',
    'microsoft:iis',
  ], // its names over the years
  ['filezilla-project:filezilla_server', 'filezilla:filezilla_server'], // old records file it under its own name
  ['docker:docker', 'docker:engine', 'mobyproject:moby'], // the engine is developed as Moby since 2017
  ['apache:subversion', 'subversion:subversion'], // became a project of Apache in 2010
];

const GROUPS = new Map(SYNONYMS.flatMap((names) => names.map((name) => [name, names] as const)));

/** Returns the `vendor:product` name by which other tables list a program, given any of its names. */
export function canonicalCpeName(name: string): string {
  return GROUPS.get(name)?.[0] ?? name;
}

/** Returns all `vendor:product` names of a product, or only the given one if no others are known. */
export function cpeSynonyms(vendor: string, product: string): readonly string[] {
  const name = `${vendor}:${product}`;
  return GROUPS.get(name) ?? [name];
}
