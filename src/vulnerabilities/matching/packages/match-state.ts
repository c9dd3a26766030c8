/**
 * The values of `host_match_states.state`: the digest of the matched state (stateDigest, 16 bytes); nothing: all of
 * the host is matched next time; or the digest and one byte: its packages in this state have more findings than
 * MAX_PACKAGE_FINDINGS, and the findings of the state before stay.
 */
export const UNMATCHED = Buffer.alloc(0);
const DIGEST_BYTES = 16;

/**
 * The most findings in the packages of one host. A host that was never updated has some thousand, with several old
 * kernels some ten thousand. A host that invents packages could have a hundred million.
 */
export const MAX_PACKAGE_FINDINGS = 50_000;

/** Returns the stored state of a host whose findings are too many. */
export const refusedState = (digest: Uint8Array): Buffer =>
  Buffer.concat([digest, Buffer.alloc(1)]);

/** Returns the digest that a stored state begins with; nothing for UNMATCHED. */
export const digestIn = (state: Buffer): Buffer => state.subarray(0, DIGEST_BYTES);

/** Whether the stored findings are those of the state with this digest. */
export const isMatchedState = (state: Uint8Array): boolean => state.length === DIGEST_BYTES;
