/** Returns the state of a task without the status that it starts with: `1 done` of `Completed: 1 done`. */
export function withoutStatus(state: string, status: string): string {
  const prefix = `${status}: `;
  return state.toLowerCase().startsWith(prefix) ? state.slice(prefix.length) : state;
}
