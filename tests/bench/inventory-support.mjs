// A synthetic fleet: reports of hosts of several distributions, as similar as real ones. Deterministic.

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
export function random(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS = (
  'lib python3 perl ruby gnome kernel net ssl crypt data font common dev utils server client ' +
  'tools core base plugin http json xml image audio video mail dns tls lang doc'
).split(' ');
const FLAGS =
  'fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat pse36 clflush mmx fxsr sse ' +
  'sse2 ss ht syscall nx pdpe1gb rdtscp lm constant_tsc rep_good nopl xtopology cpuid ' +
  'tsc_known_freq pni pclmulqdq ssse3 fma cx16 pcid sse4_1 sse4_2 x2apic movbe popcnt aes xsave ' +
  'avx f16c rdrand hypervisor lahf_lm abm';
const MEMORY = (
  'MemTotal MemFree MemAvailable Buffers Cached SwapCached Active Inactive Active(anon) ' +
  'Inactive(anon) Active(file) Inactive(file) Unevictable Mlocked SwapTotal SwapFree Dirty ' +
  'Writeback AnonPages Mapped Shmem KReclaimable Slab SReclaimable SUnreclaim KernelStack ' +
  'PageTables NFS_Unstable Bounce WritebackTmp CommitLimit Committed_AS VmallocTotal VmallocUsed ' +
  'VmallocChunk Percpu HardwareCorrupted AnonHugePages ShmemHugePages ShmemPmdMapped ' +
  'FileHugePages FilePmdMapped HugePages_Total HugePages_Free HugePages_Rsvd HugePages_Surp ' +
  'Hugepagesize Hugetlb DirectMap4k DirectMap2M DirectMap1G'
).split(' ');

/**
 * `kinds` distributions of `names` packages each, every third one with rpm. Returns a function that returns the
 * report of a
 * host on a day.
 */
export function fleet({ kinds = 6, names = 3000, packages = 600, share = 0.1 } = {}) {
  const distributions = Array.from({ length: kinds }, (_, k) => distribution(k, names));
  return (host, day = 0) => {
    const { rpm, lines, id } = distributions[host % kinds];
    const own = random(host + 1);
    const chosen = new Set();
    // Hosts share the base system; the other packages are random.
    for (let i = 0; i < packages * 0.6; i += 1) chosen.add(i);
    while (chosen.size < packages)
      chosen.add(Math.floor(packages * 0.6 + own() * (names - packages * 0.6)));
    const level = Math.floor(own() * 3);
    const list = [...chosen]
      .sort((a, b) => a - b)
      .map((i, n) =>
        lines(
          i,
          level + upgrades(n % Math.round(1 / share), day, Math.round(1 / share)),
          1_650_000_000 + Math.floor(own() * 1e8),
        ),
      );
    return { ...system(host, day, id), [rpm ? 'rpm' : 'dpkg']: list.join('') };
  };
}

/** The number of upgrades of a package up to a day: one every `period` days, from day `offset` on. */
const upgrades = (offset, day, period) =>
  day < Math.max(offset, 1) ? 0 : Math.floor((day - offset) / period) + Number(offset > 0);

function distribution(k, names) {
  const r = random(1000 + k);
  const pick = () => WORDS[Math.floor(r() * WORDS.length)];
  const rpm = k % 3 === 2;
  const known = Array.from({ length: names }, (_, i) => ({
    name: `${pick()}-${pick()}${i}`,
    version: `${Math.floor(r() * 9)}.${Math.floor(r() * 40)}.${Math.floor(r() * 20)}`,
    size: Math.floor(r() * 90000),
    source: pick(),
  })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const lines = (i, level, time) => {
    const { name, version, size, source } = known[i];
    const release = `${level + 1}.el${k}`;
    if (rpm)
      return (
        `${name}\t(none)\t${version}\t${release}\tx86_64\t` +
        `${source}-${version}-${release}.src.rpm\t(none)\tExample Linux\t${time}\t${size}\n`
      );
    return `${name}\t${version}-${level + 1}+deb${k}u1\tamd64\t${source}\t${version}-${level + 1}\tii \t${size}\n`;
  };
  return { rpm, lines, id: rpm ? 'rhel' : 'debian' };
}

function system(host, day, id) {
  const r = random(host * 31 + day);
  const kb = () => String(Math.floor(r() * 16e6)).padStart(9);
  const cores = [2, 4, 8, 16][host % 4];
  return {
    'os-release': `PRETTY_NAME="Example Linux ${host % 6}"\nNAME="Example Linux"\nVERSION_ID="${host % 6}"\nID=${id}\n`,
    hostname: `host-${host}.example.org\n`,
    uname: `Linux 6.1.0-${20 + (host % 6)}-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1 (2024-11-22) x86_64\n`,
    cpuinfo: Array.from(
      { length: cores },
      (_, i) =>
        `processor\t: ${i}\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 106\n` +
        'model name\t: Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz\nstepping\t: 6\n' +
        `microcode\t: 0xffffffff\ncpu MHz\t\t: ${(2800 + r() * 100).toFixed(3)}\n` +
        `cache size\t: 49152 KB\nphysical id\t: 0\nsiblings\t: ${cores}\ncore id\t\t: ${i >> 1}\n` +
        `cpu cores\t: ${cores / 2}\napicid\t\t: ${i}\ninitial apicid\t: ${i}\nfpu\t\t: yes\n` +
        `fpu_exception\t: yes\ncpuid level\t: 21\nwp\t\t: yes\nflags\t\t: ${FLAGS}\n` +
        'bugs\t\t: spectre_v1 spectre_v2 spec_store_bypass\nbogomips\t: 5586.87\n' +
        'clflush size\t: 64\ncache_alignment\t: 64\n' +
        'address sizes\t: 46 bits physical, 48 bits virtual\npower management:\n\n',
    ).join(''),
    meminfo: MEMORY.map((key) => `${`${key}:`.padEnd(16)}${kb()} kB\n`).join(''),
    uptime: `${(r() * 1e7).toFixed(2)} ${(r() * 1e7).toFixed(2)}\n`,
    reboot: '',
  };
}

/** Fills the table `hosts`; returns the ids. */
export function addHosts({ sqlite }, count, now) {
  sqlite.transaction(() => {
    sqlite.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO hosts (ip, ip_key, name, name_key, created_at, updated_at) SELECT '10.' || (i >> 16) || '.' || ((i >> 8) & 255) || '.' || (i & 255), randomblob(16), 'h' || i, 'h' || i, ${now}, ${now} FROM n`);
  })();
  return Array.from({ length: count }, (_, i) => i + 1);
}
