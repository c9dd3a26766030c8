import { toRequest, type ListState } from '../app/list-address.js';
import type { operations } from './schema.js';

/** Operations that list something in pages. */
type ListOperation = {
  [Name in keyof operations]: operations[Name]['parameters'] extends { query?: { page?: number } }
    ? Name
    : never;
}[keyof operations];

/** The parameters of a list. */
type ListParameters<Name extends ListOperation> = NonNullable<
  operations[Name]['parameters']['query']
>;

/**
 * Returns the parameters of the request of a list: its state in the address, and `more`. An address can be written by
 * hand: the service refuses values that it does not know, with the reason.
 */
export const listQuery = <Name extends ListOperation>(
  state: ListState,
  more: ListParameters<Name> = {},
): ListParameters<Name> => ({ ...toRequest(state), ...more });
