/** The knowledge could not be read: its file is damaged, or gone. Nothing can be said of what it tells. */
export class KnowledgeError extends Error {
  constructor(cause: unknown) {
    super('the knowledge of vulnerabilities cannot be read', { cause });
    this.name = 'KnowledgeError';
  }
}

/** The same function, whose errors are told apart from those of the main database. */
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
