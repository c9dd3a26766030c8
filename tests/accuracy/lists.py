"""The package lists, with the system that each is imported as and the source of its expected findings."""
import os, re
from dataclasses import dataclass


@dataclass
class List:
    file: str
    os_release: str
    section: str
    source: tuple

    def read(self, folder):
        """Returns the packages: name, version, architecture, source package and its version."""
        rows = [row for row in self.rows(folder) if row[0] != 'gpg-pubkey']  # a key, not a package
        return list({(p['name'], p['version'], p['architecture']): p for p in map(self.package, rows)}.values())

    def rows(self, folder):
        with open(os.path.join(folder, self.file)) as file:
            if self.file.endswith('.tsv'):
                return [line.rstrip('\n').split('\t') for line in file if line.strip()]
            blocks = [dict(re.findall(r'^([\w-]+): ?(.*)$', block, re.M)) for block in re.split(r'\n\n+', file.read())]
        if self.section == 'apk':
            return [[b['P'], b['V'], b.get('A', ''), b.get('o', b['P'])] for b in blocks if 'P' in b]
        rows = []
        for block in (b for b in blocks if b.get('Status', '').endswith(' installed')):
            source, _, version = block.get('Source', block['Package']).partition(' ')
            source_version = version.strip('()') or block['Version']
            rows.append([block['Package'], block['Version'], block['Architecture'], source, source_version])
        return rows

    def package(self, row):
        if self.file.startswith('osv-query'):
            name, version = row
            return dict(name=name, version=version, architecture=None, source=name, source_version=version)
        if self.section == 'rpm':
            name, epoch, version, release, arch, source, _module = row
            with_epoch = lambda e, rest: rest if e in ('0', '', '(none)') else f'{e}:{rest}'
            built, vr = re.fullmatch(r'(.+)-([^-]+-[^-]+?)\.(?:no)?src(?:\.rpm)?', source).groups()
            source_epoch = re.match(r'(\d+):(.*)', vr)
            own = with_epoch(epoch, f'{version}-{release}')
            if source_epoch:
                source_version = with_epoch(*source_epoch.groups())
            else:
                source_version = own if vr == f'{version}-{release}' else vr
            return dict(name=name, version=own, architecture=arch, source=built, source_version=source_version)
        name, version, arch, source, source_version = (row + [''] * 5)[:5]
        # A signed kernel has the source package of the unsigned one, and its own version.
        if source.startswith('linux-signed'):
            source, source_version = 'linux', version
        name = name.split(':')[0]
        return dict(
            name=name,
            version=version,
            architecture=arch or None,
            source=source or name,
            source_version=source_version or version,
        )

    def text(self, folder):
        """Returns the list as the collector of a host sends it."""
        rows = self.rows(folder)
        if self.section == 'apk':
            full = [row if len(row) > 2 else [*row, '', row[0]] for row in rows]
            blocks = [[f'{key}:{value}' for key, value in zip('PVAo', row) if value] for row in full]
            return ''.join('\n'.join(lines) + '\n\n' for lines in blocks)
        if self.section == 'rpm':
            return ''.join('\t'.join(row if len(row) > 2 else rpm_row(*row)) + '\n' for row in rows)
        return ''.join('\t'.join([*(row + [''] * 5)[:5], 'ii ']) + '\n' for row in rows)


def rpm_row(name, text):
    """Returns the columns of `rpm -qa` for a name and a version with epoch and release."""
    epoch, version, release = re.fullmatch(r'(?:(\d+):)?([^-]+)-(.+)', text).groups()
    return [name, epoch or '0', version, release, '', f'{name}-{version}-{release}.src.rpm', '(none)']


LISTS = [
    List('debian-12-build-host.dpkg-query.tsv', 'debian_12', 'dpkg', ('debian', '12', 'bookworm')),
    List('debian-buster.dpkg.tsv', 'debian_10', 'dpkg', ('debian', '10', 'buster')),
    List('debian-10-image.dpkg.tsv', 'debian_10', 'dpkg', ('debian', '10', 'buster')),
    List('debian-10-jackson.dpkg.tsv', 'debian_10', 'dpkg', ('debian', '10', 'buster')),
    List('osv-query-debian-10.tsv', 'debian_10', 'dpkg', ('debian', '10', 'buster')),
    List('osv-query-debian-9.tsv', 'debian_9', 'dpkg', ('debian', '9', 'stretch')),
    List('debian-12-build-host.dpkg-query.tsv', 'debian_11', 'dpkg', ('debian', '11', 'bullseye')),
    List('ubuntu-18.04.dpkg.tsv', 'ubuntu_1804', 'dpkg', ('ubuntu', '18.04:LTS')),
    List('ubuntu-18.04-indexreport.dpkg.tsv', 'ubuntu_1804', 'dpkg', ('ubuntu', '18.04:LTS')),
    List('osv-query-ubuntu-20.04.tsv', 'ubuntu_2004', 'dpkg', ('ubuntu', '20.04:LTS')),
    List('osv-query-ubuntu-22.04.tsv', 'ubuntu_2204', 'dpkg', ('ubuntu', '22.04:LTS')),
    List('debian-12-build-host.dpkg-query.tsv', 'ubuntu_2204', 'dpkg', ('ubuntu', '22.04:LTS')),
    List('debian-texlive.dpkg-status', 'ubuntu_1804', 'dpkg', ('ubuntu', '18.04:LTS')),  # despite its file name
    List('debian-postgresql.dpkg-status', 'debian_10', 'dpkg', ('debian', '10', 'buster')),
    List('alpine-3.10.apk-installed', 'alpine_3_10', 'apk', ('alpine', '3.10')),
    List('alpine-3.11.apk-installed', 'alpine_3_11', 'apk', ('alpine', '3.11')),
    List('alpine-3.x-scalibr.apk-installed', 'alpine_3_18', 'apk', ('alpine', '3.18')),
    List('alpine-310.apk.tsv', 'alpine_3_10', 'apk', ('alpine', '3.10')),
    *[
        List(f'osv-query-alpine-v3.{n}.tsv', f'alpine_3_{n}', 'apk', ('alpine', f'3.{n}'))
        for n in (10, 17, 18, 19, 20, 21, 22)
    ],
    *[
        List('osv-query-alpine-v3.18.tsv', f'alpine_3_{n}', 'apk', ('alpine', f'3.{n}'))
        for n in (11, 12, 13, 14, 15, 16, 17, 20, 21)
    ],
    *[
        List(f'rhel-{name}.rpm.tsv', system, 'rpm', source)
        for name, release in (('ubi8_ubi', '8'), ('ubi9_ubi', '9'), ('ubi9_httpd-24', '9'))
        for system, source in (
            (f'alma_{release}', ('almalinux', f'AlmaLinux:{release}')),
            (f'rocky_{release}', ('rocky', f'Rocky Linux:{release}')),
        )
    ],
    List('oraclelinux-8-slim.rpm.tsv', 'alma_8', 'rpm', ('almalinux', 'AlmaLinux:8')),
    List('oraclelinux-8-slim.rpm.tsv', 'rocky_8', 'rpm', ('rocky', 'Rocky Linux:8')),
    List('oraclelinux-8-slim.rpm.tsv', 'oracle_8', 'rpm', ('none',)),
    # The available records of SUSE, openSUSE and Red Hat cover other releases: `coverage` must say that these
    # are not covered.
    List('suse-15.3_ndb.rpm.tsv', 'sles_15', 'rpm', ('none',)),
    List('opensuse-leap-151.rpm.tsv', 'opensuseleap_15', 'rpm', ('none',)),
    List('osv-query-opensuse-leap-15.5.tsv', 'opensuseleap_15', 'rpm', ('none',)),
    List('opensuse-tumbleweed.rpm.tsv', 'opensusetumbleweed', 'rpm', ('none',)),
    List('ubi-7.rpm.tsv', 'redhat_7', 'rpm', ('none',)),
    List('centos-6.rpm.tsv', 'centos_7', 'rpm', ('none',)),
    List('amazon-2.rpm.tsv', 'amazon_2', 'rpm', ('none',)),
    List('fedora-35.rpm.tsv', 'fedora_35', 'rpm', ('none',)),
    List('photon-30.rpm.tsv', 'photon_3', 'rpm', ('none',)),
]
