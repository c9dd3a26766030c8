import { asArray, asText, type Json } from '../coerce.js';
import { PACKAGE_ADDRESSES } from './package-addresses.js';
import { AMBIGUOUS, CNA_NAMES } from './product-names.js';

// Words of a name that publishers write or leave out.
const FILLERS =
  /\b(?:the|inc|ltd|llc|gmbh|corp|corporation|co|foundation|software foundation|project|team|group|org)\b\.?/g;

const normalize = (name: string): string =>
  name
    .toLowerCase()
    .replace(FILLERS, ' ')
    .replace(/[^a-z0-9]/g, '');

const ABSENT = new Set(['', 'na', 'unknown', 'unspecified', 'none']);

/** `vendor product` → CPE name; with an empty vendor only where the name of the program means nothing else. */
const BY_NAME = new Map<string, string>();
for (const [cpe, [vendors, products]] of Object.entries(CNA_NAMES)) {
  const [ownVendor = '', ownProduct = ''] = cpe.split(':');
  const publishers = [ownVendor, ...vendors].map(normalize);
  for (const program of [ownProduct, ...products].map(normalize)) {
    const given = AMBIGUOUS.has(cpe) ? publishers : [...publishers, program, ''];
    for (const publisher of given) BY_NAME.set(`${publisher} ${program}`, cpe);
  }
}
const BY_PACKAGE = new Map(Object.entries(PACKAGE_ADDRESSES));

/** Distributions list their own packages, whose versions have other fixes than upstream's. */
const DISTRIBUTORS =
  /^(?:red ?hat|fedora|centos|canonical|ubuntu|debian|suse|opensuse|almalinux|rocky|oracle linux|amazon linux|alpine|gentoo|arch ?linux|wolfi|chainguard|open ?euler|openanolis|raspbian|nixos|freebsd|openwrt|yocto|vmware photon|azure linux|mageia|rosa|astra|altlinux|red soft)\b/i;
const DISTRIBUTION_ADDRESS =
  /^pkg:(?:deb|rpm|apk|alpm|ebuild|oci)\/|redhat\.com|debian\.org|ubuntu\.com|launchpad\.net|suse\.(?:com|org)|fedoraproject\.org|almalinux\.org|rockylinux\.org|alpinelinux\.org|gentoo\.org|archlinux\.org|amazonlinux|oracle\.com\/linux/i;

/** Whether an affected entry is about a package of a distribution. */
export const isDistribution = ({ vendor, product, collectionURL, packageURL }: Json): boolean =>
  DISTRIBUTORS.test(asText(vendor).trim()) ||
  (isAbsent(vendor) && DISTRIBUTORS.test(asText(product).trim())) ||
  [collectionURL, packageURL].some((address) => DISTRIBUTION_ADDRESS.test(asText(address)));

const isAbsent = (name: unknown): boolean => ABSENT.has(normalize(asText(name)));

/** Red Hat lists upstream projects that it has not examined without publisher and versions. */
export const isExamined = ({ vendor, versions }: Json): boolean =>
  !isAbsent(vendor) || asArray(versions).length > 0;

/** Whether an affected entry names a product at all. */
export const isNamed = ({ product, packageName }: Json): boolean =>
  !isAbsent(product) || !isAbsent(packageName);

/** Returns the CPE name (`redis:redis`) of the program that an affected entry names in words; null: none is known. */
export function productNamed(entry: Json): string | null {
  const vendor = isAbsent(entry.vendor) ? '' : normalize(asText(entry.vendor));
  const product = normalize(asText(entry.product));
  const named = product === '' ? undefined : BY_NAME.get(`${vendor} ${product}`);
  return named ?? productOfPackage(entry) ?? null;
}

function productOfPackage({
  packageURL,
  collectionURL,
  packageName,
  repo,
}: Json): string | undefined {
  const name = asText(packageName).toLowerCase();
  const collection = address(collectionURL);
  const candidates = [
    address(packageURL),
    collection,
    ...(name === '' ? [] : [`${collection}/${name}`]),
    ...(collection === 'pypi.org' || collection === 'pypi.python.org' ? [`pypi/${name}`] : []),
    ...(collection === 'registry.npmjs.org' || collection === 'npmjs.com' ? [`npm/${name}`] : []),
    ...(isAbsent(packageURL) && isAbsent(collectionURL) ? [address(repo)] : []),
  ];
  return candidates.map((candidate) => BY_PACKAGE.get(candidate)).find((cpe) => cpe !== undefined);
}

/** `https://www.openssh.com/` → `openssh.com`; `pkg:github/redis/redis@7` → `github.com/redis/redis`. */
const address = (value: unknown): string =>
  asText(value)
    .trim()
    .slice(0, 500)
    .toLowerCase()
    .replace(/^[a-z+]+:\/\//, '')
    .replace(/^pkg:github\//, 'github.com/')
    .replace(/^pkg:/, '')
    .replace(/^www\./, '')
    .replace(/[?#@].*$/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
