import { asCalled } from '../../api/connection.js';

/** A sentence of the service: its commands, between backticks, as code. */
export const WithCommands = ({ text }: { text: string }) => (
  <>
    {asCalled(text)
      .split('`')
      .map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))}
  </>
);
