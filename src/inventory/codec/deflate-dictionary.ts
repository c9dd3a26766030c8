// Texts that the files in /proc of most machines have in common. Deflate starts with them as its dictionary, so that a
// report of a few kilobytes need not repeat them. Never change the bytes: stored reports are unreadable with another
// dictionary. A better dictionary needs a new format number.
const CPU =
  'processor\t: 0\nvendor_id\t: AuthenticAMD\nvendor_id\t: GenuineIntel\ncpu family\t: 6\n' +
  'model\t\t: 85\nmodel name\t: AMD EPYC 7B13 64-Core Processor\n' +
  'model name\t: Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz\nstepping\t: 1\n' +
  'microcode\t: 0xffffffff\ncpu MHz\t\t: 2449.998\ncache size\t: 512 KB\nphysical id\t: 0\n' +
  'siblings\t: 4\ncore id\t\t: 0\ncpu cores\t: 2\napicid\t\t: 0\ninitial apicid\t: 0\n' +
  'fpu\t\t: yes\nfpu_exception\t: yes\ncpuid level\t: 13\nwp\t\t: yes\n' +
  'flags\t\t: fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat pse36 clflush ' +
  'dts acpi mmx fxsr sse sse2 ss ht tm pbe syscall nx mmxext fxsr_opt pdpe1gb rdtscp lm ' +
  'constant_tsc arch_perfmon pebs bts rep_good nopl xtopology nonstop_tsc cpuid extd_apicid ' +
  'aperfmperf tsc_known_freq pni pclmulqdq dtes64 monitor ds_cpl vmx smx est tm2 ssse3 sdbg ' +
  'fma cx16 xtpr pdcm pcid dca sse4_1 sse4_2 x2apic movbe popcnt tsc_deadline_timer aes xsave ' +
  'avx f16c rdrand hypervisor lahf_lm cmp_legacy svm cr8_legacy abm sse4a misalignsse ' +
  '3dnowprefetch osvw topoext perfctr_core cpuid_fault epb invpcid_single ssbd ibrs ibpb stibp ' +
  'ibrs_enhanced vmmcall tpr_shadow vnmi flexpriority ept vpid ept_ad fsgsbase tsc_adjust bmi1 ' +
  'hle avx2 smep bmi2 erms invpcid rtm cqm mpx rdt_a avx512f avx512dq rdseed adx smap ' +
  'avx512ifma clflushopt clwb intel_pt avx512cd sha_ni avx512bw avx512vl xsaveopt xsavec ' +
  'xgetbv1 xsaves cqm_llc cqm_occup_llc cqm_mbm_total cqm_mbm_local clzero xsaveerptr arat npt ' +
  'nrip_save avx512vbmi umip pku ospke avx512_vbmi2 gfni vaes vpclmulqdq avx512_vnni ' +
  'avx512_bitalg tme avx512_vpopcntdq rdpid fsrm md_clear pconfig flush_l1d arch_capabilities\n' +
  'bugs\t\t: cpu_meltdown spectre_v1 spectre_v2 spec_store_bypass l1tf mds swapgs taa ' +
  'itlb_multihit srbds mmio_stale_data retbleed eibrs_pbrsb gds bhi sysret_ss_attrs null_seg ' +
  'srso ibpb_no_ret its\nbogomips\t: 4899.99\nTLB size\t: 2560 4K pages\nclflush size\t: 64\n' +
  'cache_alignment\t: 64\naddress sizes\t: 48 bits physical, 48 bits virtual\n' +
  'power management:\n\nBogoMIPS\t: 243.75\n' +
  'Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm ' +
  'lrcpc dcpop asimddp ssbs\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x3\n' +
  'CPU part\t: 0xd0c\nCPU revision\t: 1\n';
const MEMORY_KEYS =
  'MemTotal MemFree MemAvailable Buffers Cached SwapCached Active Inactive Active(anon) ' +
  'Inactive(anon) Active(file) Inactive(file) Unevictable Mlocked SwapTotal SwapFree Zswap ' +
  'Zswapped Dirty Writeback AnonPages Mapped Shmem KReclaimable Slab SReclaimable SUnreclaim ' +
  'KernelStack PageTables SecPageTables NFS_Unstable Bounce WritebackTmp CommitLimit ' +
  'Committed_AS VmallocTotal VmallocUsed VmallocChunk Percpu HardwareCorrupted AnonHugePages ' +
  'ShmemHugePages ShmemPmdMapped FileHugePages FilePmdMapped Unaccepted CmaTotal CmaFree ' +
  'HugePages_Total HugePages_Free HugePages_Rsvd HugePages_Surp Hugepagesize Hugetlb DirectMap4k ' +
  'DirectMap2M DirectMap1G';
const MEMORY = MEMORY_KEYS.split(' ')
  .map((key) => `${`${key}:`.padEnd(16)}       0 kB\n`)
  .join('')
  .replace(/(HugePages_\w+: +0) kB/g, '$1')
  .replace('VmallocTotal:          0', 'VmallocTotal:   34359738367');
const SYSTEM =
  'PRETTY_NAME="Red Hat Enterprise Linux 9.4 (Plow)"\nPRETTY_NAME="Ubuntu 24.04.1 LTS"\n' +
  'UBUNTU_CODENAME=noble\nPRETTY_NAME="Alpine Linux v3.20"\n' +
  'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\n' +
  'VERSION="12 (bookworm)"\nVERSION_CODENAME=bookworm\nID=debian\nID_LIKE="rhel centos fedora"\n' +
  'HOME_URL="https://www.debian.org/"\nSUPPORT_URL="https://www.debian.org/support"\n' +
  'BUG_REPORT_URL="https://bugs.debian.org/"\nPLATFORM_ID="platform:el9"\nANSI_COLOR="0;31"\n' +
  'LOGO="fedora-logo-icon"\nCPE_NAME="cpe:/o:redhat:enterprise_linux:9::baseos"\n' +
  'DOCUMENTATION_URL="https://access.redhat.com/documentation"\n' +
  'Linux 6.1.0-28-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1 (2024-11-22) x86_64\n';
const NAMES =
  'collected-at\nos-release\nredhat-release\nhostname\nuname\ncpuinfo\nmeminfo\nuptime\ndpkg\nrpm\napk\nreboot\nfailed';

/** The deflate dictionary of every encoded report. */
export const DEFLATE_DICTIONARY = Buffer.from(`${NAMES}\n${SYSTEM}${MEMORY}${CPU}`);
