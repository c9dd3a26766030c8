import type { Api } from '../../api/shapes.js';

/** Returns where on its host a finding is: a package, or a port. */
export const placeText = ({
  package: name,
  port,
  transport,
}: Pick<Api<'Finding'>, 'package' | 'port' | 'transport'>): string =>
  name ?? (port === null ? 'host' : `${port}/${transport ?? 'tcp'}`);
