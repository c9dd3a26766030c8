export const REPORT_FORMATS = ['json', 'csv', 'markdown', 'html'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const MEDIA_TYPES: Record<ReportFormat, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  markdown: 'text/markdown; charset=utf-8; variant=CommonMark',
  html: 'text/html; charset=utf-8',
};

/** The format that an Accept header likes best (RFC 9110, 12.5.1); JSON where it likes several alike, and where it likes none. */
export function negotiateFormat(accept: string | undefined): ReportFormat {
  const ranges = (accept ?? '*/*').slice(0, 1000).split(',').map(readRange);
  const liked = REPORT_FORMATS.map((format) => ({
    format,
    q: liking(MEDIA_TYPES[format].split(';')[0] ?? '', ranges),
  }));
  return liked.reduce((best, one) => (one.q > best.q ? one : best)).format;
}

interface Range {
  type: string;
  q: number;
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((p) => p.trim().toLowerCase());
  const q = Number(parameters.find((p) => p.startsWith('q='))?.slice(2) ?? 1);
  return { type, q: q >= 0 && q <= 1 ? q : 0 };
}

// The most exact range that fits says how much a type is liked.
function liking(type: string, ranges: readonly Range[]): number {
  const major = `${type.split('/')[0]}/*`;
  for (const fitting of [type, major, '*/*']) {
    const found = ranges.find((r) => r.type === fitting);
    if (found) return found.q;
  }
  return 0;
}
