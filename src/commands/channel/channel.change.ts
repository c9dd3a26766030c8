import { printable } from '../../lib/text.js';
import type { NotificationChannel } from '../../notifications/channels/channels.schemas.js';
import type { ChannelType } from '../../notifications/events.js';
import { withClient } from '../client/client.js';
import { changing, requireChange, type Options } from '../client/handlers.js';
import { lookupChannel } from '../client/lookup.js';
import { getData } from '../client/request.js';
import type { Io } from '../output/io.js';
import { printJson } from '../output/items.js';
import { readChannelFields, requirePublicUrl, type ChannelFieldOptions } from './channel.fields.js';

type CommonOptions = Options<ChannelFieldOptions>;

const describeChannel = ({ id, name, type, format }: NotificationChannel): string =>
  `channel ${id}: ${printable(name)} (${format ?? type})`;

/** Returns how a person names a channel in a shell: by its id if the name needs quotes or is a number. */
const argumentOf = ({ id, name }: NotificationChannel): string =>
  /^[A-Za-z][\w.-]*$/.test(name) ? name : String(id);

/** Adds a notification channel. */
export async function channelAdd(
  options: CommonOptions & { name: string; type: ChannelType },
  io: Io,
): Promise<number> {
  const { name, type, json } = options;
  const fields = await readChannelFields(options, type, io);
  const channel = await withClient({ ...options, needsDataDir: false }, io, (client) =>
    getData<NotificationChannel>(client, 'POST', '/notification-channels', {
      name,
      type,
      ...fields,
    }),
  );
  if (json) printJson(channel, io);
  else {
    io.stdout.write(`Added ${describeChannel(channel)}.\n`);
    const shown = argumentOf(channel);
    io.stderr.write(`Try it: hostwarden channel test ${shown}\n`);
    io.stderr.write(
      `Choose its events: hostwarden channel rule add ${shown} --on finding.new task.failed\n`,
    );
  }
  return 0;
}

type ChannelEditOptions = CommonOptions & {
  /** id or name */
  channel: string;
  name?: string;
  enable?: true;
  disable?: true;
  removeSecret?: true;
};

/** Changes a notification channel. */
export async function channelEdit(options: ChannelEditOptions, io: Io): Promise<number> {
  const { name, enable, disable, removeSecret } = options;
  const fields = {
    ...(await readChannelFields(options, null, io)),
    ...(name !== undefined && { name }),
    ...(enable && { enabled: true }),
    ...(disable && { enabled: false }),
    ...(removeSecret && { secret: null }),
  };
  requireChange('channel edit', Object.values(fields));
  return changing(
    options,
    io,
    async (client) => {
      const { id, format } = await lookupChannel(client, options.channel);
      requirePublicUrl(options, options.format ?? format);
      const path = `/notification-channels/${id}`;
      return getData<NotificationChannel>(client, 'PUT', path, fields);
    },
    (channel) => `Changed ${describeChannel(channel)}.`,
  );
}

interface TestBody {
  ok: boolean;
  status: number | null;
  answer: string | null;
  error: string | null;
}

/** Sends a message to a channel now. Exit code 1 if the other side did not take it. */
export async function channelTest(options: Options<{ channel: string }>, io: Io): Promise<number> {
  const result = await withClient(options, io, async (client) => {
    const { id } = await lookupChannel(client, options.channel);
    return getData<TestBody>(client, 'POST', `/notification-channels/${id}/test`);
  });
  if (options.json) printJson(result, io);
  else {
    const { ok, status, answer, error } = result;
    const shown = answerText(status, answer);
    const text = ok ? 'Sent' : (error ?? 'Not sent').replace(/\.$/, '');
    const said = shown === '' ? '.' : `; the other side answered: ${shown}`;
    (ok ? io.stdout : io.stderr).write(`${printable(`${text}${said}`)}\n`);
  }
  return result.ok ? 0 : 1;
}

/** `250 queued`; the answer of a mail server starts with its status already. */
export function answerText(status: number | null, answer: string | null): string {
  if (status !== null && answer?.startsWith(`${status} `) === true) return answer;
  return [status, answer].filter((part) => part !== null && part !== '').join(' ');
}
