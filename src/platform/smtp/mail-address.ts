const MAX_ADDRESS = 254; // RFC 5321, 4.5.3.1.3 without the brackets
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}$/;
const LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/**
 * Whether a text is one plain mail address (RFC 5321, dot-string), such as `ops@example.org`. Quoted local parts,
 * comments, lists and line breaks are not: such a text cannot change a header or a command of SMTP.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > MAX_ADDRESS) return false;
  const local = text.slice(0, at);
  if (!LOCAL_PART.test(local) || /^\.|\.\.|\.$/.test(local)) return false;
  return text
    .slice(at + 1)
    .split('.')
    .every((label) => LABEL.test(label));
}
