import { isPreviewVersion } from '../../knowledge/preview-version.js';
import type { RecordRange } from '../../knowledge/records.js';
import type { CpeMatchName } from './cpe.js';

// Overrides of NVD's records name the language of a program as its target software, which is not an environment.
const LANGUAGES = new Set(['go', 'maven', 'python']);
const isSpecific = (value: string): boolean => value !== '' && value !== '*' && value !== '-';

/**
 * Returns where a range applies: on the platforms of its configuration and in the target software of its CPE name;
 * `preview`: in BIND's subscription edition. null: everywhere.
 */
export function nvdConditions(
  name: CpeMatchName,
  criteria: string,
  platforms: string[],
  versions: readonly (string | null)[],
): NonNullable<RecordRange['conditions']> | null {
  const hasTarget = isSpecific(name.target) && !LANGUAGES.has(name.target.toLowerCase());
  const platform = hasTarget ? [...platforms, criteria] : platforms;
  const preview = isPreview(name, versions);
  if (platform.length === 0 && !preview) return null;
  return { ...(platform.length > 0 && { platform }), ...(preview && { preview }) };
}

/**
 * `9.18.28-S1` is later than 9.18.28 and another branch: a range that ends there does not apply to 9.18.28. Some
 * records name the edition without such a version, some the version without the edition.
 */
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
