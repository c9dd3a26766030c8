import type { ServiceResponse } from '../../services/services.schemas.js';
import { day, printable, shorten, type Painter } from '../output/text.js';

const SOON = 30 * 86_400; // a certificate that ends within a month is worth a colour

type Told = Pick<ServiceResponse, 'product' | 'banner' | 'tls' | 'details' | 'confidence'>;

/** What is worth knowing about a service beside its name and version, in short: its page's title, its certificate, an open door, else its first words. */
export function serviceInfo(s: Told, now: number, paint: Painter): string {
  const { title, authentication } = s.details;
  const parts = [
    authentication === false ? paint.yellow('no login needed') : '',
    typeof title === 'string' && title !== '' ? `"${shorten(printable(title), 60)}"` : '',
    s.tls ? tlsInfo(s.tls, now, paint) : '',
  ].filter(Boolean);
  if (parts.length === 0 && s.product === null && s.banner)
    return paint.dim(shorten(printable(s.banner), 80));
  return parts.join('; ');
}

function tlsInfo(
  { version, subject, not_after, self_signed }: NonNullable<ServiceResponse['tls']>,
  now: number,
  paint: Painter,
): string {
  const end =
    not_after < now
      ? paint.red(`expired ${day(not_after)}`)
      : not_after < now + SOON
        ? paint.yellow(`expires ${day(not_after)}`)
        : `expires ${day(not_after)}`;
  return [
    printable(version),
    shorten(printable(subject), 60),
    self_signed ? 'self-signed' : '',
    end,
  ]
    .filter(Boolean)
    .join(', ');
}
