"""The expected findings of each package: (vulnerability, fixed version, record, confidence)."""
import functools, re
import orders
from publishers import cve_of, cves_of, fixes_of


def highest(found, order):
    """Returns the highest of several fixes. No fix (None) is higher than any version."""
    def compare(a, b):
        return (a[0] is None) - (b[0] is None) or (0 if a[0] is None else order(a[0], b[0]))
    return max(found, key=functools.cmp_to_key(compare))


def by_osv(entries, version, order, own_fix=lambda affected: None, is_excluded=lambda fixed: False):
    """Returns the hits of the entries about one package: {CVE: [(fix, record)]} of records with a CVE id, the same of
    other records, and all CVEs that have a record of their own."""
    by_cve_records, by_others, with_record = {}, {}, set()
    for record, affected in entries:
        has_cve_id = cve_of(record['id']) is not None
        if has_cve_id:
            with_record.add(cve_of(record['id']))
        for fixed in lowest_of_rebuilds(record, affected, entries, order):
            is_fixed = (fixed is not None and order(version, fixed) >= 0) or own_fix(affected) == 'fixed'
            if is_excluded(fixed) or is_fixed:
                continue
            shown = own_fix(affected) or fixed
            for cve in cves_of(record, affected):
                (by_cve_records if has_cve_id else by_others).setdefault(cve, []).append((shown, record['id']))
    return by_cve_records, {cve: hits for cve, hits in by_others.items() if cve not in with_record}, with_record


def lowest_of_rebuilds(record, affected, entries, order):
    """Returns the fixes without later rebuilds. An advisory can name several builds of one upstream version (.alma,
    .alma.plus); the first of them has the fix."""
    fixes = list(fixes_of(affected))
    if not record['id'].startswith(('AL', 'RL', 'RX', 'RH')):
        return fixes
    others = [fix for other, entry in entries if other['id'] == record['id'] for fix in fixes_of(entry)]
    upstream = lambda fix: re.sub(r'-[^-]*$', '', re.sub(r'^\d+:', '', fix))
    def is_earlier_build(other, fix):
        is_same = upstream(other) == upstream(fix) and ('.module' in other) == ('.module' in fix)
        return is_same and order(other, fix) < 0
    return [fix for fix in fixes if not any(is_earlier_build(other, fix) for other in others)]


def debian(feeds, release, codename, package):
    states = feeds['tracker'].get((codename, package['source']), {})
    entries = feeds['debian'].of(f'Debian:{release}', package['source'])
    by_cve_records, by_others, _ = by_osv(entries, package['source_version'], orders.dpkg)
    hits_by_cve = {**by_others, **by_cve_records}
    found = {cve: highest(hits, orders.dpkg) for cve, hits in hits_by_cve.items() if cve not in states}
    for issue, state in states.items():
        fixed = state.get('fixed_version')
        if fixed == '0' or (fixed is not None and orders.dpkg(package['source_version'], fixed) >= 0):
            continue
        found[issue] = (fixed, issue)
    undetermined = {
        issue for issue, state in states.items()
        if state.get('fixed_version') is None
        and state['status'] == 'undetermined'
        and state.get('urgency') != 'end-of-life'
    }
    return {
        (cve, fixed, record, 'possible' if cve in undetermined else 'confirmed')
        for cve, (fixed, record) in found.items()
    }


def ubuntu(feeds, release, package):
    def own_fix(affected):
        binaries = (affected.get('ecosystem_specific') or {}).get('binaries') or []
        named = {b['binary_name']: b.get('binary_version') for b in binaries if 'binary_name' in b}
        versions = named or {n: v for b in binaries for n, v in b.items()}
        own = versions.get(package['name']) if any(fix is not None for fix in fixes_of(affected)) else None
        return None if not own else 'fixed' if orders.dpkg(package['version'], own) >= 0 else own
    entries = feeds['ubuntu'].of(f'Ubuntu:{release}', package['source'])
    by_cve_records, by_others, _ = by_osv(entries, package['source_version'], orders.dpkg, own_fix)
    return {(cve, *highest(hits, orders.dpkg), 'confirmed') for cve, hits in {**by_others, **by_cve_records}.items()}


def rpm_family(feeds, feed, ecosystem, name, version):
    # No list has a package of a module, so builds of modules do not apply.
    def is_module_build(fixed):
        return fixed is not None and re.search(r'\.module[_+]el', fixed)
    entries = feeds[feed].of(ecosystem, name)
    by_cve_records, by_others, _ = by_osv(entries, version, orders.rpm, is_excluded=is_module_build)
    return {(cve, *highest(hits, orders.rpm), 'confirmed') for cve, hits in {**by_others, **by_cve_records}.items()}


def alpine(feeds, release, package):
    entries = feeds['alpine'].of(f'Alpine:v{release}', package['source'])
    by_cve_records, by_others, with_record = by_osv(entries, package['version'], orders.apk)
    found = {(cve, *highest(hits, orders.apk), 'confirmed') for cve, hits in {**by_others, **by_cve_records}.items()}
    for issue, versions in feeds['secdb'].get((f'v{release}', package['source']), {}).items():
        if issue not in with_record:
            found |= by_secdb(issue, versions, package['version'])
    return found


def by_secdb(issue, versions, installed):
    valid = [v for v in versions if v != '0' and orders.is_apk(v)]
    invalid = [v for v in versions if v != '0' and not orders.is_apk(v)]
    last = max(valid, key=functools.cmp_to_key(orders.apk), default=None)
    if last is not None and orders.apk(installed, last) < 0:
        return {(issue, last, issue, 'confirmed')}
    for version in invalid:
        numbers = re.match(r'\d+(\.\d+)*', version)[0]
        if re.match(re.escape(numbers) + r'(?!\d)', installed):
            return {(issue, version, issue, 'possible')}
        if orders.apk(installed, numbers) < 0:
            return {(issue, version, issue, 'confirmed')}
    return set()
