import type { Report } from '../report.js';
export function* htmlOf(report: Report): Generator<string> { yield `<!doctype html>${report.now}`; }
