export const REPORT_FORMATS = ['json', 'csv', 'markdown', 'html'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const MEDIA_TYPES: Record<ReportFormat, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  markdown: 'text/markdown; charset=utf-8; variant=CommonMark',
  html: 'text/html; charset=utf-8',
};

/**
 * Returns the format with the highest weight in an Accept header (RFC 9110, 12.5.1). Of several with equal
 * weight, the first of REPORT_FORMATS; JSON if none is acceptable.
 */
export function negotiateFormat(accept: string | undefined): ReportFormat {
  const ranges = (accept ?? '*/*').slice(0, 1000).split(',').map(parseRange);
  const weighted = REPORT_FORMATS.map((format) => ({
    format,
    q: weightOf(MEDIA_TYPES[format].split(';')[0] ?? '', ranges),
  }));
  return weighted.reduce((best, candidate) => (candidate.q > best.q ? candidate : best)).format;
}

/** A media range and its weight, 0 to 1. */
interface MediaRange {
  type: string;
  q: number;
}

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((p) => p.trim().toLowerCase());
  const q = Number(parameters.find((p) => p.startsWith('q='))?.slice(2) ?? 1);
  return { type, q: q >= 0 && q <= 1 ? q : 0 };
}

// The most specific range that matches a type determines its weight.
function weightOf(type: string, ranges: readonly MediaRange[]): number {
  const anySubtype = `${type.split('/')[0]}/*`;
  for (const candidate of [type, anySubtype, '*/*']) {
    const range = ranges.find((r) => r.type === candidate);
    if (range) return range.q;
  }
  return 0;
}
