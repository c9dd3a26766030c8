/** The name of the token of the environment, which is not stored. */
export const ENVIRONMENT_TOKEN = 'API_TOKEN';

/** Orders of the list of sessions. */
export const SESSION_SORTS = ['id', 'token_name', 'address', 'last_used_at', 'expires_at'] as const;
export type SessionSort = (typeof SESSION_SORTS)[number];
