import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { Field } from '../../../parts/form/field.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { TextField } from '../../../parts/form/text-field.js';
import { announce } from '../../../parts/toast.js';
import {
  channelChange,
  channelForm,
  CHANNEL_FORMATS,
  newChannel,
  type ChannelForm,
} from './channel-form.js';

interface ChannelDialogProps {
  /** absent: a new one */
  channel?: Api<'NotificationChannel'>;
  onClose: () => void;
  onSaved: () => void;
}

interface PartProps {
  form: ChannelForm;
  change: (fields: Partial<ChannelForm>) => void;
  isNew: boolean;
}

const KEPT = 'Empty: it stays as it is.';

/** Adds a channel, or changes one. */
export function ChannelDialog({ channel, onClose, onSaved }: ChannelDialogProps) {
  const form = useSignal(channelForm(channel));
  const change = (fields: Partial<ChannelForm>): void => {
    form.value = { ...form.value, ...fields };
  };
  const isNew = channel === undefined;
  async function run(): Promise<void> {
    await save(channel, form.value);
    announce(isNew ? 'Channel added' : 'Channel changed');
    onSaved();
  }
  const Part = form.value.type === 'webhook' ? WebhookFields : MailFields;
  return (
    <FormDialog
      title={isNew ? 'Add a channel' : `Edit ${channel.name}`}
      submit={isNew ? 'Add' : 'Save'}
      run={run}
      onClose={onClose}
    >
      {isNew && (
        <Field label="Type">
          <select
            value={form.value.type}
            onChange={(event) => change({ type: event.currentTarget.value as ChannelForm['type'] })}
          >
            <option value="webhook">webhook: a chat or a program</option>
            <option value="email">email</option>
          </select>
        </Field>
      )}
      <Fragment key={form.value.type}>
        <TextField
          label="Name"
          isUserName
          value={form.value.name}
          onChange={(name) => change({ name })}
        />
        <Part form={form.value} change={change} isNew={isNew} />
      </Fragment>
      <label>
        <input
          type="checkbox"
          checked={form.value.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />{' '}
        Send messages to it
      </label>
    </FormDialog>
  );
}

async function save(
  channel: Api<'NotificationChannel'> | undefined,
  form: ChannelForm,
): Promise<void> {
  if (!channel) {
    await unwrap(api.POST('/notification-channels', { body: newChannel(form) }));
    return;
  }
  const params = { path: { id: channel.id } };
  await unwrap(api.PUT('/notification-channels/{id}', { params, body: channelChange(form) }));
}

function WebhookFields({ form, change, isNew }: PartProps) {
  return (
    <>
      <Field label="Format">
        <select
          value={form.format}
          onChange={(event) =>
            change({ format: event.currentTarget.value as ChannelForm['format'] })
          }
        >
          {CHANNEL_FORMATS.map((format) => (
            <option key={format}>{format}</option>
          ))}
        </select>
      </Field>
      <TextField
        label="Address"
        placeholder="https://chat.example.org/hooks/1"
        value={form.url}
        onChange={(url) => change({ url })}
      />
      <TextField
        label="Secret"
        isSecret
        isOptional
        help={`Signs the messages; for matrix and ntfy the access token. ${isNew ? '' : KEPT}`}
        value={form.secret}
        onChange={(secret) => change({ secret })}
      />
    </>
  );
}

function MailFields({ form, change, isNew }: PartProps) {
  return (
    <>
      <TextField
        label="Recipients, one a line"
        rows={3}
        placeholder="ops@example.org"
        value={form.to}
        onChange={(to) => change({ to })}
      />
      <TextField
        label="Mail server"
        isOptional
        placeholder="smtps://user@mail.example.org:465"
        help="Empty: that of the service (SMTP_URL)."
        value={form.smtp_url}
        onChange={(smtp_url) => change({ smtp_url })}
      />
      <TextField
        label="Password of the mail server"
        isSecret
        isOptional
        help={isNew ? undefined : KEPT}
        value={form.smtp_password}
        onChange={(smtp_password) => change({ smtp_password })}
      />
      <TextField
        label="Sender"
        isOptional
        help="Empty: that of the service (MAIL_FROM)."
        value={form.mail_from}
        onChange={(mail_from) => change({ mail_from })}
      />
    </>
  );
}
