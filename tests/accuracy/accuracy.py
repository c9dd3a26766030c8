"""
Are the findings of real package lists the ones that the publishers' own files say? Imports feeds and lists with the real command line, reads the findings over HTTP, and compares them
with what `expected.py` makes of the raw files and other programs' order of versions. Needs dpkg and rpm, and a build (`npm run build`).

    python3 tests/accuracy/accuracy.py <feeds folder> [--only alpine] [--sample 5]

The folder: osv/<Ecosystem>/all.zip, alpine/vX.Y/*.json, debian/tracker-sample.json, debian/derived/tracker-from-DSA.json.xz, packages/*. Ends with 1 where a set differs.
"""
import argparse, os, sys, tempfile
import expected
from lists import LISTS
from product import Product
from publishers import Osv, secdb, tracker

SECURITY = {'almalinux': lambda record: record['id'].startswith('ALSA-')}
ZIPS = {'debian': 'Debian', 'ubuntu': 'Ubuntu', 'alpine': 'Alpine', 'almalinux': 'AlmaLinux', 'rocky': 'Rocky Linux', 'redhat': 'Red Hat', 'suse': 'SUSE', 'opensuse': 'openSUSE'}


def expected_of(feeds, judge, package):
    family, *rest = judge
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
    parser.add_argument('--sample', type=int, default=0, help='print so many findings of each list')
    options = parser.parse_args()
    at = lambda *parts: os.path.join(options.feeds, *parts)
    feeds = {name: Osv(at('osv', folder, 'all.zip'), SECURITY.get(name, lambda record: True)) for name, folder in ZIPS.items()}
    feeds['secdb'] = secdb(at('alpine'))
    wrong = 0
    for trackers in ('debian/tracker-sample.json', 'debian/derived/tracker-from-DSA.json.xz'):
        feeds['tracker'] = tracker(at(trackers))
        with tempfile.TemporaryDirectory(prefix='hostwarden-truth-') as folder, Product(folder) as product:
            for name, zipped in ZIPS.items():
                product.run('feed', 'import', f'osv-{name}', at('osv', zipped, 'all.zip'))
            product.run('feed', 'import', 'alpine-secdb', at('alpine'))
            product.run('feed', 'import', 'debian-tracker', at(trackers))
            for entry in LISTS:
                if options.only in entry.file and (entry.judge[0] == 'debian' or trackers.endswith('sample.json')):
                    wrong += compare(product, feeds, entry, at('packages'), os.path.basename(trackers), options.sample)
    print(f'{wrong} differences')
    return 1 if wrong else 0


def compare(product, feeds, entry, folder, trackers, sample):
    packages = entry.read(folder)
    findings, meta = product.findings(entry, packages, folder)
    told = {(f['vulnerability_id'], f['package'], f['architecture'], f['installed_version'], f['fixed_version'], f['confidence']) for f in findings}
    meant, sources = set(), {}
    for package in packages if entry.judge[0] != 'none' else []:
        for cve, fixed, said, confidence in expected_of(feeds, entry.judge, package):
            row = (cve, package['name'], package['architecture'], package['version'], fixed, confidence)
            meant.add(row)
            sources[row] = said
    if (entry.judge[0] == 'none') != (meta['not_judged'] is not None):
        print(f'  {entry.file}: not_judged is {meta["not_judged"]!r}')
        return 1
    print(f'{entry.file} as {entry.os_release} ({trackers}): {len(packages)} packages, {len(told)} findings, expected {len(meant)}, {len(told ^ meant)} differ')
    for row in sorted(told ^ meant, key=str)[:20]:
        print('  only', 'told:    ' if row in told else 'expected:', row, sources.get(row, ''))
    for row in sorted(told & meant, key=str)[:: max(1, len(told & meant) // sample)][:sample] if sample else []:
        print('  ', row, sources[row])
    return len(told ^ meant)


if __name__ == '__main__':
    sys.exit(main())
