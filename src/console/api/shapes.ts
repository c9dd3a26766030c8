import type { components } from './schema.js';

/** A shape of the OpenAPI document, by its name. */
export type Api<Name extends keyof components['schemas']> = components['schemas'][Name];
