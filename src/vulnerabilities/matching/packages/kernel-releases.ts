/**
 * Compares two kernel releases of one flavor (`6.1.0-28-amd64`, `5.14.0-427.13.1.el9_4.x86_64`) by the numbers
 * before the first letter, then by those after it. Negative when `a` is older; 0 when neither is newer.
 */
export function compareReleases(a: string, b: string): number {
  const [headA, tailA] = numbersOf(a);
  const [headB, tailB] = numbersOf(b);
  return compareNumbers(headA, headB) || compareNumbers(tailA, tailB);
}

/**
 * Returns the flavor of a kernel release: its letters (`amd`, `generic`, `el.x`, `lts`). A kernel replaces
 * only kernels of its flavor.
 */
export function kernelFlavor(release: string): string {
  return (release.slice(0, 200).match(/(?<![A-Za-z0-9])[A-Za-z]+/g) ?? []).join('.');
}

function numbersOf(release: string): [number[], number[]] {
  const head = /^[\d._+-]*/.exec(release)?.[0] ?? '';
  const parse = (text: string): number[] => (text.match(/\d{1,15}/g) ?? []).map(Number);
  return [parse(head), parse(release.slice(head.length, 200))];
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? -1) - (b[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
