#!/usr/bin/python3
"""Writes a feed for debsecan (VERSION 1) for one release, from the records that the service imports.

usage: debsecan-feed.py OSV-ZIP-OR-DASH TRACKER-OR-DASH NUMBER CODENAME OUTPUT

It shares no code with the service on purpose, since both results are compared. For each vulnerability in each source
package the tracker decides, else the CVE record, else advisories, of which the highest fix counts. Vulnerabilities that
Debian rates unimportant are omitted, as in debsecan's own feed.
"""
import json
import lzma
import sys
import zipfile
import zlib

import apt_pkg

apt_pkg.init()
NOT_AFFECTED, UNFIXED = "0", ""


def higher(a, b):
    if UNFIXED in (a, b):
        return UNFIXED
    return a if apt_pkg.version_compare(a, b) >= 0 else b


def from_tracker(path, codename):
    """(source, CVE) -> (fixed version, unimportant)"""
    states = {}
    for source, issues in json.load(lzma.open(path) if path.endswith(".xz") else open(path)).items():
        for name, issue in issues.items():
            state = issue["releases"].get(codename)
            if state is not None:
                states[source, name] = (state.get("fixed_version", UNFIXED), state.get("urgency") == "unimportant")
    return states


def from_osv(path, number):
    """the same for CVE records, and for advisories"""
    cves, advisories = {}, {}
    for member in zipfile.ZipFile(path).namelist():
        record = json.loads(zipfile.ZipFile(path).read(member))
        if record.get("withdrawn"):
            continue
        is_cve = record["id"].startswith("DEBIAN-CVE-")
        names = [record["id"][7:]]
        if not is_cve:
            related = record.get("upstream") or record.get("related") or []
            names = [n for n in related if n.startswith("CVE-")] or [record["id"]]
        for affected in record["affected"]:
            if affected["package"]["ecosystem"] != "Debian:" + number:
                continue
            fixed = next((e["fixed"] for r in affected["ranges"] for e in r["events"] if "fixed" in e), UNFIXED)
            unimportant = affected.get("ecosystem_specific", {}).get("urgency") == "unimportant"
            for name in names:
                key = affected["package"]["name"], name
                if is_cve:
                    cves[key] = (fixed, unimportant)
                else:
                    advisories[key] = (higher(fixed, advisories[key][0]) if key in advisories else fixed, False)
    return cves, advisories


def main(osv, tracker, number, codename, output):
    cves, advisories = ({}, {}) if osv == "-" else from_osv(osv, number)
    states = {**advisories, **cves, **({} if tracker == "-" else from_tracker(tracker, codename))}
    affected = [
        (source, name, fixed)
        for (source, name), (fixed, unimportant) in sorted(states.items())
        if fixed != NOT_AFFECTED and not unimportant
    ]
    names = sorted({name for _, name, _ in affected})
    number_of = {name: n for n, name in enumerate(names)}
    lines = ["VERSION 1", *(name + ",," for name in names), ""]
    lines += [
        "%s,%d,S  %s,%s," % (source, number_of[name], "F" if fixed else " ", fixed)
        for source, name, fixed in affected
    ]
    with open(output, "wb") as file:
        file.write(zlib.compress("\n".join([*lines, "", ""]).encode()))
    print(json.dumps({"facts": len(affected), "unimportant": sum(1 for _, hidden in states.values() if hidden)}))


main(*sys.argv[1:])
