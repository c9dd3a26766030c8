/** Resources to close, last added first. */
export interface CloseStack {
  add(close: () => unknown): void;
  /**
   * Closes everything, one after the other. A failure does not keep the rest open; the first one is
   * thrown at the end. A second call does nothing.
   */
  close(): Promise<void>;
}

export function createCloseStack(): CloseStack {
  const stack: (() => unknown)[] = [];
  return {
    add(close) {
      stack.push(close);
    },
    async close() {
      const failures: unknown[] = [];
      for (let next = stack.pop(); next; next = stack.pop()) {
        try {
          await next();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
