import type { Topic } from './changes.js';
import { api, unwrap } from './client.js';
import { useResource, type Resource } from './resource.js';
import type { paths } from './schema.js';

/** A path that can be read. */
export type ReadPath = {
  [Path in keyof paths]: paths[Path] extends { get: { responses: unknown } } ? Path : never;
}[keyof paths];

/** The body of the response of a path. */
export type Answer<Path extends ReadPath> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

/** The parameters that a path has in its query. */
export type Query<Path extends ReadPath> = paths[Path] extends {
  get: { parameters: { query?: infer Parameters } };
}
  ? { [Name in keyof Parameters]?: Parameters[Name] | undefined }
  : never;

/** The values of a path, and its query. Values that are undefined are left out. */
export interface ReadParams<Path extends ReadPath> {
  path?: Readonly<Record<string, string | number>>;
  query?: Query<Path>;
}

/** Reads a path. Throws ApiError. */
export const read = <Path extends ReadPath>(
  path: Path,
  params: ReadParams<Path>,
  signal?: AbortSignal,
): Promise<Answer<Path>> => unwrap(api.GET(path as never, { params, signal } as never));

/** Reads a path as `useResource` does. @param params null: it is not read yet */
export const useRead = <Path extends ReadPath>(
  path: Path,
  params: ReadParams<Path> | null = {},
  topics: readonly Topic[] = [],
): Resource<Answer<Path>> =>
  useResource(
    params && JSON.stringify([path, params]),
    (signal) => read(path, params ?? {}, signal),
    topics,
  );
