/** The vulnerability database cannot be read: its file is damaged or missing. */
export class KnowledgeError extends Error {
  constructor(cause: unknown) {
    super('The vulnerability database cannot be read', { cause });
    this.name = 'KnowledgeError';
  }
}

/** Returns the same function with its errors wrapped, to distinguish them from errors of the main database. */
export function wrapKnowledgeErrors<A extends unknown[], R>(
  work: (...args: A) => R,
): (...args: A) => R {
  return (...args) => {
    try {
      return work(...args);
    } catch (error) {
      throw error instanceof KnowledgeError ? error : new KnowledgeError(error);
    }
  };
}
