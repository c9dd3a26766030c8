import type { Socket } from 'node:net';

interface ReceivedMail {
  from: string;
  to: string[];
  text: string;
}

type Answer = (
  step: string,
  argument: string,
  mail: { from: string; to: string[] },
) => string | undefined | Promise<string | undefined>;

interface SmtpReceiver {
  url: string;
  mails: ReceivedMail[];
  sockets: ReadonlySet<Socket>;
  answer: Answer;
  close: () => void;
}

export function startSmtpReceiver(answer?: Answer): Promise<SmtpReceiver>;
