const MAKERS: Readonly<Record<string, string>> = {
  '0x41': 'ARM',
  '0x46': 'Fujitsu',
  '0x48': 'HiSilicon',
  '0x4e': 'NVIDIA',
  '0x51': 'Qualcomm',
  '0x61': 'Apple',
  '0xc0': 'Ampere',
};

/** Part numbers of Arm's own cores (Main ID Register, bits 15 to 4), as the technical reference manuals give them. */
const ARM_PARTS: Readonly<Record<string, string>> = {
  '0xd03': 'Cortex-A53',
  '0xd04': 'Cortex-A35',
  '0xd05': 'Cortex-A55',
  '0xd07': 'Cortex-A57',
  '0xd08': 'Cortex-A72',
  '0xd09': 'Cortex-A73',
  '0xd0a': 'Cortex-A75',
  '0xd0b': 'Cortex-A76',
  '0xd0c': 'Neoverse-N1',
  '0xd40': 'Neoverse-V1',
  '0xd49': 'Neoverse-N2',
  '0xd4f': 'Neoverse-V2',
};

/** A name for 64-bit Arm processors, whose kernel tells only numbers: `ARM Cortex-A72`, or the numbers where we know no name. */
export function armCore(implementer: string | null, part: string | null): string | null {
  if (implementer === null) return null;
  const maker = MAKERS[implementer.toLowerCase()] ?? implementer;
  if (part === null) return maker;
  const core = maker === 'ARM' ? ARM_PARTS[part.toLowerCase()] : undefined;
  return `${maker} ${core ?? part}`;
}
