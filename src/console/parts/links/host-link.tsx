import { href } from '../../app/place.js';

interface HostLinkProps {
  id: number;
  name: string;
  ip: string;
}

/** A host by its name; one without a name by its address. One without both was deleted. */
export function HostLink({ id, name, ip }: HostLinkProps) {
  if (name === '' && ip === '') return <>deleted host</>;
  return <a href={href(`hosts/${id}`)}>{name === '' ? ip : name}</a>;
}
