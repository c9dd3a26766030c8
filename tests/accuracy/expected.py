"""What a person would find, package by package: (vulnerability, fixed version, the record that says so, confidence)."""
import functools, re
import orders
from publishers import about, cve_of, fixes_of


def highest(found, order):
    """Of several fixes the highest; none at all is higher than any."""
    return max(found, key=functools.cmp_to_key(lambda a, b: (a[0] is None) - (b[0] is None) or (0 if a[0] is None else order(a[0], b[0]))))


def by_osv(entries, version, order, own_fix=lambda affected: None, unfit=lambda fixed: False):
    """{CVE: ((fix, record), decides)} of the entries about one package."""
    deciding, adding, spoken = {}, {}, set()
    for record, affected in entries:
        decides = cve_of(record['id']) is not None
        if decides:
            spoken.add(cve_of(record['id']))
        for fixed in lowest_of_rebuilds(record, affected, entries, order):
            if unfit(fixed) or (fixed is not None and order(version, fixed) >= 0) or own_fix(affected) == 'mended':
                continue
            shown = own_fix(affected) or fixed
            for cve in about(record, affected):
                (deciding if decides else adding).setdefault(cve, []).append((shown, record['id']))
    return deciding, {cve: hits for cve, hits in adding.items() if cve not in spoken}, spoken


def lowest_of_rebuilds(record, affected, entries, order):
    """One advisory can name several builds of one upstream version (.alma, .alma.plus): who has the first of them has the fix."""
    fixes = list(fixes_of(affected))
    if not record['id'].startswith(('AL', 'RL', 'RX', 'RH')):
        return fixes
    others = [fix for other, entry in entries if other['id'] == record['id'] for fix in fixes_of(entry)]
    upstream = lambda fix: re.sub(r'-[^-]*$', '', re.sub(r'^\d+:', '', fix))
    return [fix for fix in fixes if not any(upstream(o) == upstream(fix) and ('.module' in o) == ('.module' in fix) and order(o, fix) < 0 for o in others)]


def debian(feeds, release, codename, package):
    states = feeds['tracker'].get((codename, package['source']), {})
    deciding, adding, _ = by_osv(feeds['debian'].of(f'Debian:{release}', package['source']), package['source_version'], orders.dpkg)
    found = {cve: highest(hits, orders.dpkg) for cve, hits in {**adding, **deciding}.items() if cve not in states}
    for issue, state in states.items():
        fixed = state.get('fixed_version')
        if fixed == '0' or (fixed is not None and orders.dpkg(package['source_version'], fixed) >= 0):
            continue
        found[issue] = (fixed, issue)
    doubtful = {i for i, s in states.items() if s.get('fixed_version') is None and s['status'] == 'undetermined' and s.get('urgency') != 'end-of-life'}
    return {(cve, fixed, said, 'possible' if cve in doubtful else 'confirmed') for cve, (fixed, said) in found.items()}


def ubuntu(feeds, release, package):
    def own_fix(affected):
        binaries = (affected.get('ecosystem_specific') or {}).get('binaries') or []
        versions = {b['binary_name']: b.get('binary_version') for b in binaries if 'binary_name' in b} or {n: v for b in binaries for n, v in b.items()}
        own = versions.get(package['name']) if any(fix is not None for fix in fixes_of(affected)) else None
        return None if not own else 'mended' if orders.dpkg(package['version'], own) >= 0 else own
    deciding, adding, _ = by_osv(feeds['ubuntu'].of(f'Ubuntu:{release}', package['source']), package['source_version'], orders.dpkg, own_fix)
    return {(cve, *highest(hits, orders.dpkg), 'confirmed') for cve, hits in {**adding, **deciding}.items()}


def rpm_family(feeds, feed, scope, name, version):
    # The lists at hand have no package of a module, so that no module's build is meant for them.
    deciding, adding, _ = by_osv(feeds[feed].of(scope, name), version, orders.rpm, unfit=lambda fixed: fixed is not None and re.search(r'\.module[_+]el', fixed))
    return {(cve, *highest(hits, orders.rpm), 'confirmed') for cve, hits in {**adding, **deciding}.items()}


def alpine(feeds, release, package):
    deciding, adding, spoken = by_osv(feeds['alpine'].of(f'Alpine:v{release}', package['source']), package['version'], orders.apk)
    found = {(cve, *highest(hits, orders.apk), 'confirmed') for cve, hits in {**adding, **deciding}.items()}
    for issue, versions in feeds['secdb'].get((f'v{release}', package['source']), {}).items():
        if issue not in spoken:
            found |= by_secdb(issue, versions, package['version'])
    return found


def by_secdb(issue, versions, installed):
    whole = [v for v in versions if v != '0' and orders.is_apk(v)]
    slips = [v for v in versions if v != '0' and not orders.is_apk(v)]
    last = max(whole, key=functools.cmp_to_key(orders.apk), default=None)
    if last is not None and orders.apk(installed, last) < 0:
        return {(issue, last, issue, 'confirmed')}
    for slip in slips:
        numbers = re.match(r'\d+(\.\d+)*', slip)[0]
        if re.match(re.escape(numbers) + r'(?!\d)', installed):
            return {(issue, slip, issue, 'possible')}
        if orders.apk(installed, numbers) < 0:
            return {(issue, slip, issue, 'confirmed')}
    return set()
