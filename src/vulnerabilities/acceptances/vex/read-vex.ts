import { z } from 'zod';
import { decodeJsonBody } from '../../../http/body/read-body.js';
import { AppError, type ErrorCode } from '../../../errors.js';
import { isCsaf, readCsaf } from './read-csaf.js';
import { isOpenVex, readOpenVex } from './read-openvex.js';
import { VexTooLargeError } from './statement-budget.js';
import {
  cleanVexText,
  toAcceptances,
  type SkippedStatements,
  type VendorAcceptance,
  type VexDocument,
} from './statements.js';

/** The acceptances that a document makes. `source`: its id; `by`: its author. */
interface ReadVex {
  format: VexDocument['format'];
  source: string;
  by: string;
  acceptances: VendorAcceptance[];
  skipped: SkippedStatements;
}

/** A document, or why it is refused: the code and the sentence of an AppError. */
export type VexReading =
  { ok: true; document: ReadVex } | { ok: false; code: ErrorCode; detail: string };

const MAX_ACCEPTANCES = 10_000;
const MAX_CHARACTERS = 16 * 1024 ** 2; // of all acceptances as they are stored
const MAX_SOURCE = 1000;
const MAX_AUTHOR = 255;

/** Reads an OpenVEX 0.2.0 or CSAF 2.0 VEX document. The work is bounded by its length and its number of statements. */
export function readVex(bytes: Uint8Array): VexReading {
  try {
    const document = parseDocument(decodeJsonBody(bytes));
    const { acceptances, skipped } = toAcceptances(document);
    requireFewEnough(acceptances);
    return {
      ok: true,
      document: {
        format: document.format,
        source: cleanVexText(document.source, MAX_SOURCE),
        by: cleanVexText(document.author, MAX_AUTHOR),
        acceptances,
        skipped,
      },
    };
  } catch (error) {
    return toRefusal(error);
  }
}

function parseDocument(input: unknown): VexDocument {
  if (isOpenVex(input)) return readOpenVex(input);
  if (isCsaf(input)) return readCsaf(input);
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new AppError('validation_failed', 'The document must be a JSON object');
  throw notUnderstood('it has neither "@context" (OpenVEX) nor "document" (CSAF)');
}

function requireFewEnough(acceptances: readonly VendorAcceptance[]): void {
  if (acceptances.length > MAX_ACCEPTANCES)
    throw new VexTooLargeError(
      `The document makes ${acceptances.length} acceptances, more than ${MAX_ACCEPTANCES}: split it`,
    );
  let characters = 0;
  for (const { match, reason, product } of acceptances)
    characters += JSON.stringify(match).length + reason.length + product.length;
  if (characters > MAX_CHARACTERS)
    throw new VexTooLargeError('The acceptances of the document take more than 16 MiB: split it');
}

function toRefusal(error: unknown): VexReading {
  if (error instanceof z.ZodError) return toRefusal(notUnderstood(describeIssue(error)));
  if (error instanceof VexTooLargeError)
    return { ok: false, code: 'body_too_large', detail: error.message };
  if (error instanceof AppError) return { ok: false, code: error.code, detail: error.message };
  throw error;
}

const notUnderstood = (reason: string): AppError =>
  new AppError('vex_not_understood', `Not an OpenVEX 0.2.0 or CSAF 2.0 VEX document: ${reason}`);

function describeIssue({ issues: [first] }: z.ZodError): string {
  const path = (first?.path ?? []).map(String).join('/');
  return `/${path}: ${first?.message ?? 'invalid'}`;
}
