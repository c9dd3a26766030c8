/** A document states more than is read. The message says what to do. */
export class VexTooLargeError extends Error {
  override name = 'VexTooLargeError';
}

/** Counts what references of a document stand for, before they are followed. */
export interface StatementBudget {
  /** Throws VexTooLargeError as soon as all counts together exceed the limit. */
  spend: (count: number) => void;
}

/**
 * One statement of 40 KB can name 100 vulnerabilities and 2,000 products, which makes 200,000. Real documents of 8 MiB
 * make some ten thousand.
 */
const MAX_STATEMENTS = 100_000;

/** Returns a budget for one document. */
export function createStatementBudget(max = MAX_STATEMENTS): StatementBudget {
  let left = max;
  return {
    spend(count) {
      left -= count;
      if (left < 0)
        throw new VexTooLargeError(
          `The document makes more than ${max} statements about a vulnerability in a product: split it`,
        );
    },
  };
}
