import { Fragment } from 'preact';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { Fields, useForm, type FormField } from '../../../parts/form/fields.js';
import { FormDialog, type DialogProps } from '../../../parts/form/form-dialog.js';
import {
  CHANNEL_FORMATS,
  channelChange,
  channelForm,
  newChannel,
  type ChannelForm,
} from './channel-form.js';

interface ChannelDialogProps extends DialogProps {
  /** absent: a new one */
  channel?: Api<'NotificationChannel'>;
}

const KEPT = 'Empty: it stays as it is.';

/** Adds a channel, or changes one. */
export function ChannelDialog({ channel, ...ends }: ChannelDialogProps) {
  const form = useForm(channelForm(channel));
  const isNew = channel === undefined;
  const { type } = form.values;
  return (
    <FormDialog
      {...ends}
      title={isNew ? 'Add a channel' : `Edit ${channel.name}`}
      submit={isNew ? 'Add' : 'Save'}
      run={() => save(channel, form.values)}
      done={isNew ? 'Channel added' : 'Channel changed'}
    >
      {isNew && <Fields of={form} fields={[TYPE]} />}
      <Fragment key={type}>
        <Fields
          of={form}
          fields={[
            { name: 'name', label: 'Name', isUserName: true },
            ...(type === 'webhook' ? webhookFields(isNew) : mailFields(isNew)),
          ]}
        />
      </Fragment>
      <Fields
        of={form}
        fields={[{ name: 'enabled', label: 'Send messages to it', kind: 'check' }]}
      />
    </FormDialog>
  );
}

async function save(
  channel: Api<'NotificationChannel'> | undefined,
  form: ChannelForm,
): Promise<unknown> {
  if (!channel) return unwrap(api.POST('/notification-channels', { body: newChannel(form) }));
  const params = { path: { id: channel.id } };
  return unwrap(api.PUT('/notification-channels/{id}', { params, body: channelChange(form) }));
}

type ChannelField = FormField<keyof ChannelForm>;

const TYPE: ChannelField = {
  name: 'type',
  label: 'Type',
  options: [
    ['webhook', 'webhook: a chat or a program'],
    ['email', 'email'],
  ],
};

const webhookFields = (isNew: boolean): ChannelField[] => [
  { name: 'format', label: 'Format', options: CHANNEL_FORMATS.map((name) => [name, name]) },
  { name: 'url', label: 'Address', placeholder: 'https://chat.example.org/hooks/1' },
  {
    name: 'secret',
    label: 'Secret',
    kind: 'secret',
    isOptional: true,
    help: `Signs the messages; for matrix and ntfy the access token. ${isNew ? '' : KEPT}`,
  },
];

const mailFields = (isNew: boolean): ChannelField[] => [
  { name: 'to', label: 'Recipients, one a line', rows: 3, placeholder: 'ops@example.org' },
  {
    name: 'smtp_url',
    label: 'Mail server',
    isOptional: true,
    placeholder: 'smtps://user@mail.example.org:465',
    help: 'Empty: that of the service (SMTP_URL).',
  },
  {
    name: 'smtp_password',
    label: 'Password of the mail server',
    kind: 'secret',
    isOptional: true,
    help: isNew ? undefined : KEPT,
  },
  {
    name: 'mail_from',
    label: 'Sender',
    isOptional: true,
    help: 'Empty: that of the service (MAIL_FROM).',
  },
];
