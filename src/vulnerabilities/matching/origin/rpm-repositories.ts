/**
 * Repositories of other publishers, by the ids that their own files give them (dnf: `repoid`). Rebuilds there may keep
 * the vendor of the distribution.
 */
const REPOSITORIES: readonly (readonly [RegExp, string])[] = [
  [/^epel\b/, 'Fedora Project (EPEL)'],
  [/^copr:/, 'a Copr project'],
  [/^remi\b/, 'Remi'],
  [/^pgdg/, 'PGDG'],
  [/^nginx-(?:stable|mainline)/, 'nginx.org'],
  [/^docker-ce/, 'Docker'],
  [/^elrepo/, 'ELRepo'],
  [/^rpmfusion-/, 'RPM Fusion'],
  [/^nodesource/, 'NodeSource'],
  [/^gitlab[_-]/, 'GitLab'],
  [/^mongodb-/, 'MongoDB'],
  [/^mysql/, 'MySQL'],
  [/^mariadb(?:-main)?$/, 'MariaDB'],
  [/^(?:elasticsearch|elastic-\d)/, 'Elastic'],
  [
    /^centos-?(?:ceph|nfv|opstools|openstack|ovirt|gluster|kmods|hyperscale|isa|autosd|storage)/i,
    'CentOS SIG',
  ],
  // `rhocp-4.14-for-rhel-9-x86_64-rpms`; those of the system are `rhel-9-for-…` and `codeready-builder-for-rhel-9-…`
  [/^(?!rhel-|rhui-|codeready-builder)[\w.+-]+-for-rhel-\d/, 'another product of Red Hat'],
];

/** Returns the publisher of a repository of dnf or yum; null: not known, as those of mirrors. */
export const rpmRepositoryPublisher = (id: string): string | null =>
  REPOSITORIES.find(([pattern]) => pattern.test(id))?.[1] ?? null;
