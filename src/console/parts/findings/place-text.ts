import type { Api } from '../../api/shapes.js';

type Place = Pick<Api<'Finding'>, 'package' | 'port' | 'transport'> & {
  program?: string | null | undefined;
};

/** Returns where on its host a finding is: a package, or a program and its port. */
export function placeText({ package: name, port, transport, program = null }: Place): string {
  if (name !== null) return name;
  if (port === null) return 'host';
  const position = `${port}/${transport ?? 'tcp'}`;
  return program === null ? position : `${program} (${position})`;
}
