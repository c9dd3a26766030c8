import { describe, expect, it } from 'vitest';
import {
  channelChange,
  channelForm,
  newChannel,
} from '../../../src/console/screens/settings/notifications/channel-form.js';
import { toggled } from '../../../src/console/parts/form/toggled.js';
import {
  ruleForm,
  ruleRequest,
} from '../../../src/console/screens/settings/notifications/rule-form.js';

describe('the forms of notifications', () => {
  const form = { ...channelForm(), name: 'ops', url: 'https://chat.example.org/1' };

  it('send the fields of the type of a channel, and a secret only if it was typed', () => {
    expect(newChannel(form)).toEqual({
      name: 'ops',
      type: 'webhook',
      enabled: true,
      format: 'json',
      url: 'https://chat.example.org/1',
    });
    expect(channelChange({ ...form, secret: 's' })).toMatchObject({ secret: 's' });
    expect(newChannel({ ...form, type: 'email', to: 'a@example.org\nb@example.org' })).toEqual({
      name: 'ops',
      type: 'email',
      enabled: true,
      to: ['a@example.org', 'b@example.org'],
      smtp_url: null,
      mail_from: null,
    });
  });

  it('send a rule, in which an empty choice does not restrict', () => {
    expect(ruleRequest(ruleForm(undefined, 3))).toEqual({
      channel_id: 3,
      events: ['finding.new', 'task.failed'],
      severity: null,
      group_ids: [],
      host_ids: [],
      template_ids: [],
      digest: null,
      risk_min: null,
    });
    const limits = { risk_min: '70', offline_minutes: '15', expiring_days: '30' };
    expect(ruleRequest({ ...ruleForm(undefined, 3), ...limits })).toMatchObject({
      risk_min: 70,
      offline_minutes: 15,
      expiring_days: 30,
    });
    const places = { group_ids: [1], host_ids: [2, 3], template_ids: [4] };
    expect(ruleRequest({ ...ruleForm(undefined, 3), ...places })).toMatchObject(places);
    expect(toggled([1, 2], 2)).toEqual([1]);
    expect(toggled([1], 2)).toEqual([1, 2]);
  });
});
