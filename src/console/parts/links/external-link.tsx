import { externalAddress } from './external-address.js';

/** A link to another site, which names the site. A text that is no http(s) address is shown as text. */
export function ExternalLink({ url, text }: { url: string | null; text: string }) {
  const known = externalAddress(url);
  if (known === null) return <>{text}</>;
  return (
    <>
      <a href={known.href} target="_blank" rel="noopener noreferrer">
        {text}
      </a>{' '}
      <span class="muted">({known.host})</span>
    </>
  );
}
