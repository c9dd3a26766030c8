"""Compares versions with programs that share no code with the product: dpkg, librpm, and for apk a separate
implementation of apk-package(5)."""
import functools, re, subprocess


@functools.lru_cache(maxsize=None)
def dpkg(a, b):
    if a == b:
        return 0
    def holds(relation):
        command = ['dpkg', '--compare-versions', '--', a, relation, b]
        return subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0
    if holds('lt-nl'):
        return -1
    return 0 if holds('eq') else 1


LUA = (
    '%{lua: for line in io.stdin:lines() do local a, b = line:match("(.-)\\t(.*)") '
    'io.stdout:write(rpm.vercmp(a, b), "\\n") io.stdout:flush() end}'
)


@functools.lru_cache(maxsize=1)
def librpm():
    return subprocess.Popen(['rpm', '--eval', LUA], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@functools.lru_cache(maxsize=None)
def rpm(a, b):
    process = librpm()
    process.stdin.write(f'{a}\t{b}\n')
    process.stdin.flush()
    return int(process.stdout.readline())


EARLY, LATE = ['alpha', 'beta', 'pre', 'rc'], ['cvs', 'svn', 'git', 'hg', 'p']
WHOLE = re.compile(r'\d+(\.\d+)*([a-z]\d+(\.\d+)*)*[a-z]?(_(%s)\d*)*(~[0-9a-f]+)?(-r\d+)?' % '|'.join(EARLY + LATE))


def is_apk(version):
    return WHOLE.fullmatch(version) is not None


def apk_parts(version):
    """Returns (kind, value) of each part. The greater is newer; the end ranks between early suffixes and all others."""
    body, _, revision = version.partition('-r')
    body, _, commit = body.partition('~')
    numbers, *suffixes = body.split('_')
    parts = []
    for i, (dot, digits, letter) in enumerate(re.findall(r'(\.?)(\d+)|([a-z])', numbers)):
        if letter:
            parts.append((80, letter))
        else:
            parts.append((95 if parts and parts[-1][0] == 80 else 90, digits if dot else int(digits)))
    for suffix in suffixes:
        name, number = re.fullmatch(r'([a-z]+)(\d*)', suffix).groups()
        parts.append((10, EARLY.index(name)) if name in EARLY else (70, LATE.index(name)))
        if number:
            parts.append((60, int(number)))
    if commit:
        parts.append((50, commit))
    if revision:
        parts.append((40, int(revision)))
    return parts + [(30, 0)]


def apk(a, b):
    for (kind, x), (other, y) in zip(apk_parts(a), apk_parts(b)):
        if kind != other:
            return -1 if kind < other else 1
        if kind == 90 and isinstance(x, str) and isinstance(y, str) and not (x.startswith('0') or y.startswith('0')):
            x, y = int(x), int(y)
        if x != y:
            return -1 if x < y else 1
    return 0
