import { isPreviewVersion } from '../../knowledge/preview-version.js';
import type { RecordRange } from '../../knowledge/records.js';
import type { CpeMatchName } from './cpe.js';

// The language a program is written in, which overrides of NVD's records name there, is no surroundings.
const LANGUAGES = new Set(['go', 'maven', 'python']);
const isSpecific = (value: string): boolean => value !== '' && value !== '*' && value !== '-';

/** Where a range holds: on the platforms of its configuration and in the software that its own name tells; `preview`: in BIND's subscription edition. Null: everywhere. */
export function nvdConditions(
  name: CpeMatchName,
  criteria: string,
  platforms: string[],
  versions: readonly (string | null)[],
): NonNullable<RecordRange['conditions']> | null {
  const platform =
    isSpecific(name.target) && !LANGUAGES.has(name.target.toLowerCase())
      ? [...platforms, criteria]
      : platforms;
  const preview = isPreview(name, versions);
  return platform.length === 0 && !preview
    ? null
    : { ...(platform.length > 0 && { platform }), ...(preview && { preview }) };
}

/** `9.18.28-S1` comes after 9.18.28 and is another branch: what ends there says nothing of 9.18.28. Some records name the edition and give no such version, some the other way round. */
function isPreview(
  { vendor, product, edition }: CpeMatchName,
  versions: readonly (string | null)[],
): boolean {
  return (
    vendor === 'isc' &&
    product === 'bind' &&
    (/preview/i.test(edition) || versions.some((version) => isPreviewVersion(version ?? '')))
  );
}
