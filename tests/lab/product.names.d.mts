export interface TruthLine {
  port: number;
  name: string;
  version: string;
  tls: string;
  shown: boolean;
}
export const PRODUCT_NAMES: Record<
  string,
  { ours: string | null; nmap: RegExp | null; service: RegExp }
>;
export function parseTruth(text: string): TruthLine[];
