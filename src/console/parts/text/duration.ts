const MINUTE = 60;
const HOUR = 3600;

/** Returns a length of time in two units: `8 s`, `1 min 5 s`, `2 h 3 min`. @param seconds whole */
export function durationText(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} s`;
  const [large, small, names] =
    seconds < HOUR ? [MINUTE, 1, ['min', 's']] : [HOUR, MINUTE, ['h', 'min']];
  const rest = Math.floor((seconds % large) / small);
  const first = `${Math.floor(seconds / large)} ${names[0] ?? ''}`;
  return rest === 0 ? first : `${first} ${rest} ${names[1] ?? ''}`;
}
