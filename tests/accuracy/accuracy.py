"""
Compares the findings of real package lists with the publishers' own files. Imports feeds and lists with the
command line, reads the findings over HTTP, and compares them with those that `expected.py` computes from the raw
files, with the version order of other programs. Requires dpkg, rpm and a build (`npm run build`).

    python3 tests/accuracy/accuracy.py <feeds folder> [--only alpine] [--sample 5]

The folder holds osv/<Ecosystem>/all.zip, alpine/vX.Y/*.json, debian/tracker-sample.json,
debian/derived/tracker-from-DSA.json.xz and packages/*. Exits with 1 if a set differs.
"""
import argparse, os, sys, tempfile
import expected
from lists import LISTS
from product import Product
from publishers import Osv, secdb, tracker

SECURITY = {'almalinux': lambda record: record['id'].startswith('ALSA-')}
ZIPS = {
    'debian': 'Debian',
    'ubuntu': 'Ubuntu',
    'alpine': 'Alpine',
    'almalinux': 'AlmaLinux',
    'rocky': 'Rocky Linux',
    'redhat': 'Red Hat',
    'suse': 'SUSE',
    'opensuse': 'openSUSE',
}


def expected_of(feeds, source, package):
    family, *rest = source
    if family == 'debian':
        return expected.debian(feeds, *rest, package)
    if family == 'ubuntu':
        return expected.ubuntu(feeds, *rest, package)
    if family == 'alpine':
        return expected.alpine(feeds, *rest, package)
    if family == 'almalinux':
        return expected.rpm_family(feeds, family, *rest, package['name'], package['version'])
    return expected.rpm_family(feeds, family, *rest, package['source'], package['source_version'])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('feeds')
    parser.add_argument('--only', default='')
    parser.add_argument('--sample', type=int, default=0, help='number of findings to print of each list')
    options = parser.parse_args()
    at = lambda *parts: os.path.join(options.feeds, *parts)
    feeds = {
        name: Osv(at('osv', folder, 'all.zip'), SECURITY.get(name, lambda record: True))
        for name, folder in ZIPS.items()
    }
    feeds['secdb'] = secdb(at('alpine'))
    differences = 0
    for trackers in ('debian/tracker-sample.json', 'debian/derived/tracker-from-DSA.json.xz'):
        feeds['tracker'] = tracker(at(trackers))
        with tempfile.TemporaryDirectory(prefix='hostwarden-accuracy-') as folder, Product(folder) as product:
            for name, zipped in ZIPS.items():
                product.run('feed', 'import', f'osv-{name}', at('osv', zipped, 'all.zip'))
            product.run('feed', 'import', 'alpine-secdb', at('alpine'))
            product.run('feed', 'import', 'debian-tracker', at(trackers))
            for entry in LISTS:
                if options.only in entry.file and (entry.source[0] == 'debian' or trackers.endswith('sample.json')):
                    name = os.path.basename(trackers)
                    differences += compare(product, feeds, entry, at('packages'), name, options.sample)
    print(f'{differences} differences')
    return 1 if differences else 0


FIELDS = ['vulnerability_id', 'package', 'architecture', 'installed_version', 'fixed_version', 'confidence']


def compare(product, feeds, entry, folder, trackers, sample):
    packages = entry.read(folder)
    findings, meta = product.findings(entry, packages, folder)
    actual = {tuple(f[field] for field in FIELDS) for f in findings}
    expected_rows, records = set(), {}
    for package in packages if entry.source[0] != 'none' else []:
        for cve, fixed, record, confidence in expected_of(feeds, entry.source, package):
            row = (cve, package['name'], package['architecture'], package['version'], fixed, confidence)
            expected_rows.add(row)
            records[row] = record
    if (entry.source[0] == 'none') != (meta['coverage']['packages']['state'] == 'not_matched'):
        print(f'  {entry.file}: coverage is {meta["coverage"]["packages"]!r}')
        return 1
    counts = f'{len(packages)} packages, {len(actual)} findings, expected {len(expected_rows)}'
    print(f'{entry.file} as {entry.os_release} ({trackers}): {counts}, {len(actual ^ expected_rows)} differ')
    for row in sorted(actual ^ expected_rows, key=str)[:20]:
        print('  only', 'actual:  ' if row in actual else 'expected:', row, records.get(row, ''))
    common = sorted(actual & expected_rows, key=str)
    for row in common[:: max(1, len(common) // sample)][:sample] if sample else []:
        print('  ', row, records[row])
    return len(actual ^ expected_rows)


if __name__ == '__main__':
    sys.exit(main())
