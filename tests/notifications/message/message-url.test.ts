import { expect, it } from 'vitest';
import { messageUrl } from '../../../src/notifications/message/message.js';

it.each([
  [undefined, 12, null],
  [undefined, null, null],
  ['https://hw.example', 12, 'https://hw.example/ui/tasks/12'],
  ['https://hw.example', null, 'https://hw.example/ui/'],
  ['https://hw.example/base', 3, 'https://hw.example/base/ui/tasks/3'],
])('the link of PUBLIC_URL %s and task %s is %s', (publicUrl, taskId, expected) => {
  expect(messageUrl(publicUrl, taskId)).toBe(expected);
});
