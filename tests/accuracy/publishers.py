"""Reads the publishers' files, independently of the way the product reads and stores them."""
import collections, glob, json, lzma, os, re, zipfile

ID = re.compile(r'[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9.]+)+')
CVE = re.compile(r'(?:[A-Z]+-)?(CVE-\d{4}-\d+)')


def cve_of(name):
    match = CVE.fullmatch(name)
    return match and match[1]


def cves_of(record, affected):
    """Returns the CVEs of an entry: the id of the record, else those that a notice of Ubuntu lists for this release,
    else aliases and upstream, else related, else the id itself."""
    if cve_of(record['id']):
        return [cve_of(record['id'])]
    listed = ((affected.get('database_specific') or {}).get('cves_map') or {}).get('cves') or []
    aliases = (record.get('aliases') or []) + (record.get('upstream') or [])
    for names in [cve['id'] for cve in listed], aliases, record.get('related') or []:
        if cves := [cve_of(name) for name in names if cve_of(name)]:
            return list(dict.fromkeys(cves))
    return [record['id']]


class Osv:
    """Entries of a dump by (ecosystem, package), without withdrawn records."""

    def __init__(self, path, is_included=lambda record: True):
        self.entries = collections.defaultdict(list)
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if not name.endswith('.json') or name.endswith('all.json'):
                    continue
                record = json.loads(archive.read(name))
                if record.get('withdrawn') or not is_included(record):
                    continue
                for affected in record.get('affected') or []:
                    package = affected.get('package') or {}
                    self.entries[package.get('ecosystem'), package.get('name')].append((record, affected))

    def of(self, ecosystem, package):
        return self.entries[ecosystem, package]


def fixes_of(affected):
    """Yields the fix of each range of an entry, or None. In all sets, a range starts at "0" and has at most one fix."""
    for one in affected.get('ranges') or []:
        if one['type'] == 'GIT':
            continue
        events = one['events']
        assert events[0] == {'introduced': '0'} and len(events) <= 2, events
        yield events[1]['fixed'] if len(events) == 2 else None


def tracker(path):
    """Returns {(codename, source): {CVE: release state}} of the Debian tracker's JSON."""
    states = collections.defaultdict(dict)
    with (lzma.open if path.endswith('.xz') else open)(path, 'rt') as file:
        for source, issues in json.load(file).items():
            for issue, entry in issues.items():
                for codename, state in (entry.get('releases') or {}).items():
                    states[codename, source][issue] = state
    return states


def secdb(folder):
    """Returns {(release, package): {id: [versions]}} of Alpine's files."""
    fixes = collections.defaultdict(lambda: collections.defaultdict(list))
    for path in glob.glob(os.path.join(folder, 'v*', '*.json')):
        with open(path) as file:
            data = json.load(file)
        for entry in data['packages']:
            for version, texts in (entry['pkg'].get('secfixes') or {}).items():
                for text in texts or []:
                    ids = [re.sub(r'^CVE_(\d+)[_-](\d+)$', r'CVE-\1-\2', word) for word in re.split(r'[\s,;]+', text)]
                    ids = [word for word in ids if ID.fullmatch(word) and re.search(r'\d', word)]
                    cves = [word for word in ids if re.fullmatch(r'CVE-\d{4}-\d+', word)]
                    for word in cves or ids[:1]:
                        fixes[data['distroversion'], entry['pkg']['name']][word].append(version)
    return fixes
