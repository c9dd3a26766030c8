import { describe, expect, it, vi } from 'vitest';
import {
  asksForPassword,
  loginFailureText,
  createAuthHandler,
  createLoginAttempts,
} from '../../../src/platform/ssh/auth.js';

describe('asksForPassword', () => {
  it.each<[string, boolean, boolean]>([
    ['Password: ', false, true],
    ['(admin@web1) Password: ', false, true],
    ['(newton@token) Password: ', false, true],
    [`admin's password:`, false, true],
    ['Passwort: ', false, true],
    ['Mot de passe : ', false, true],
    ['Contraseña: ', false, true],
    ['Enter passphrase: ', false, false],
    ['Password: ', true, false],
    ['New password: ', false, false],
    ['(current) UNIX password: ', false, false],
    ['Retype new password: ', false, false],
    ['One-time password (OATH): ', false, false],
    ['Verification code: ', false, false],
    ['Password + token: ', false, false],
    ['', false, false],
  ])('%j with echo %s: %s', (prompt, echo, expected) => {
    expect(asksForPassword({ prompt, echo })).toBe(expected);
  });
});

describe('login methods of SSH', () => {
  type Left = Parameters<ReturnType<typeof createAuthHandler>>[0];
  function play(answers: readonly [string[] | null, boolean][]): {
    sent: string[];
    text: string;
    gaveUp: number;
  } {
    const notes = createLoginAttempts();
    const giveUp = vi.fn();
    const handler = createAuthHandler('admin', 'secret', notes, giveUp);
    const sent: string[] = [];
    for (const [left, partial] of answers)
      handler(left as Left, partial, (method) => {
        sent.push(typeof method === 'string' ? method : method.type);
      });
    return { sent, text: loginFailureText(notes), gaveUp: giveUp.mock.calls.length };
  }

  it('are requested before anything is sent', () => {
    expect(play([[null, false]]).sent).toEqual(['none']);
  });

  it('send a wrong password once, not once per method', () => {
    const both = ['password', 'keyboard-interactive'];
    expect(
      play([
        [null, false],
        [both, false],
        [both, false],
      ]),
    ).toEqual({
      sent: ['none', 'password'],
      text: 'the server rejected the user name or password (password)',
      gaveUp: 1,
    });
  });

  it('continue if the server requires two steps', () => {
    expect(
      play([
        [null, false],
        [['password'], false],
        [['keyboard-interactive'], true],
      ]).sent,
    ).toEqual(['none', 'password', 'keyboard-interactive']);
  });

  it('send nothing if no password is accepted', () => {
    expect(
      play([
        [null, false],
        [['publickey'], false],
      ]),
    ).toEqual({
      sent: ['none'],
      text: 'the server does not accept passwords (it offers: publickey)',
      gaveUp: 1,
    });
  });
});
