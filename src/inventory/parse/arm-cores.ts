const IMPLEMENTERS: Readonly<Record<string, string>> = {
  '0x41': 'ARM',
  '0x46': 'Fujitsu',
  '0x48': 'HiSilicon',
  '0x4e': 'NVIDIA',
  '0x51': 'Qualcomm',
  '0x61': 'Apple',
  '0xc0': 'Ampere',
};

/** Part numbers of Arm's cores (Main ID Register, bits 15 to 4), from the technical reference manuals. */
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

/**
 * Returns a name for a 64-bit Arm processor, of which the kernel reports only numbers: `ARM Cortex-A72`. An
 * unknown number is returned as it is.
 */
export function armCore(implementer: string | null, part: string | null): string | null {
  if (implementer === null) return null;
  const vendor = IMPLEMENTERS[implementer.toLowerCase()] ?? implementer;
  if (part === null) return vendor;
  const core = vendor === 'ARM' ? ARM_PARTS[part.toLowerCase()] : undefined;
  return `${vendor} ${core ?? part}`;
}
