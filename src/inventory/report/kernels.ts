/**
 * Order of two kernel releases of one flavour (`6.1.0-28-amd64`, `5.14.0-427.13.1.el9_4.x86_64`): the numbers before the first letter decide, then those after it.
 * Negative when `a` is older, 0 when they can't be told apart.
 */
export function compareReleases(a: string, b: string): number {
  const [a1, a2] = numbers(a);
  const [b1, b2] = numbers(b);
  return compareNumbers(a1, b1) || compareNumbers(a2, b2);
}

/** What kind of kernel a release is: its letters (`amd`, `generic`, `el.x`, `lts`). Only kernels of one kind replace each other. */
export function flavour(release: string): string {
  return (release.slice(0, 200).match(/(?<![A-Za-z0-9])[A-Za-z]+/g) ?? []).join('.');
}

function numbers(release: string): [number[], number[]] {
  const head = /^[\d._+-]*/.exec(release)?.[0] ?? '';
  const all = (text: string): number[] => (text.match(/\d{1,15}/g) ?? []).map(Number);
  return [all(head), all(release.slice(head.length, 200))];
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? -1) - (b[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
