"""The publishers' files as they are, and what each says of one package: nothing here knows how the product reads or stores them."""
import collections, glob, json, lzma, os, re, zipfile

CVE = re.compile(r'(?:[A-Z]+-)?(CVE-\d{4}-\d+)')


def cve_of(name):
    match = CVE.fullmatch(name)
    return match and match[1]


def about(record, affected):
    """The CVEs of an entry: the record's own id, else those that Ubuntu's notice tells for this release, else aliases and upstream, else related, else its own name."""
    if cve_of(record['id']):
        return [cve_of(record['id'])]
    told = ((affected.get('database_specific') or {}).get('cves_map') or {}).get('cves') or []
    for names in [cve['id'] for cve in told], (record.get('aliases') or []) + (record.get('upstream') or []), record.get('related') or []:
        if cves := [cve_of(name) for name in names if cve_of(name)]:
            return list(dict.fromkeys(cves))
    return [record['id']]


class Osv:
    """Entries of a dump by (ecosystem, package), without what is withdrawn."""

    def __init__(self, path, wanted=lambda record: True):
        self.entries = collections.defaultdict(list)
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if not name.endswith('.json') or name.endswith('all.json'):
                    continue
                record = json.loads(archive.read(name))
                if record.get('withdrawn') or not wanted(record):
                    continue
                for affected in record.get('affected') or []:
                    package = affected.get('package') or {}
                    self.entries[package.get('ecosystem'), package.get('name')].append((record, affected))

    def of(self, ecosystem, package):
        return self.entries[ecosystem, package]


def fixes_of(affected):
    """[(fixed or None)] of an entry: in all sets at hand a range begins with "0" and ends with a fix or not at all."""
    for one in affected.get('ranges') or []:
        if one['type'] == 'GIT':
            continue
        events = one['events']
        assert events[0] == {'introduced': '0'} and len(events) <= 2, events
        yield events[1]['fixed'] if len(events) == 2 else None


def tracker(path):
    """{(codename, source): {CVE: release state}} of the Debian tracker's JSON."""
    states = collections.defaultdict(dict)
    with (lzma.open if path.endswith('.xz') else open)(path, 'rt') as file:
        for source, issues in json.load(file).items():
            for issue, said in issues.items():
                for codename, state in (said.get('releases') or {}).items():
                    states[codename, source][issue] = state
    return states


def secdb(folder):
    """{(release, package): {id: [versions]}} of Alpine's files."""
    fixes = collections.defaultdict(lambda: collections.defaultdict(list))
    for path in glob.glob(os.path.join(folder, 'v*', '*.json')):
        with open(path) as file:
            data = json.load(file)
        for entry in data['packages']:
            for version, texts in (entry['pkg'].get('secfixes') or {}).items():
                for text in texts or []:
                    ids = [re.sub(r'^CVE_(\d+)[_-](\d+)$', r'CVE-\1-\2', word) for word in re.split(r'[\s,;]+', text)]
                    ids = [word for word in ids if re.fullmatch(r'[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9.]+)+', word) and re.search(r'\d', word)]
                    cves = [word for word in ids if re.fullmatch(r'CVE-\d{4}-\d+', word)]
                    for word in cves or ids[:1]:
                        fixes[data['distroversion'], entry['pkg']['name']][word].append(version)
    return fixes
