import type {
  AnyAuthMethod,
  AuthHandlerMiddleware,
  KeyboardInteractiveCallback,
  Prompt,
} from 'ssh2';

const PASSWORD_PROMPT =
  /passw(or[dt]|oord)|kennwort|mot de passe|contrase|senha|hasło|heslo|парол|パスワード|密码|密碼|암호/i;
const OTHER_PROMPT =
  /\bnew\b|retype|again|\bcurrent\b|one.?time|\botp\b|\bcode\b|token|verification|expired/i;

/**
 * Whether a prompt asks for the account's password, not for a second factor or a new password.
 * @internal
 */
export function asksForPassword(prompt: Prompt): boolean {
  // OpenSSH since 8.7 prepends (user@host)
  const text = prompt.prompt.slice(0, 500).replace(/^\s*\([^)@]*@[^)]*\)\s/, '');
  return prompt.echo !== true && PASSWORD_PROMPT.test(text) && !OTHER_PROMPT.test(text);
}

/**
 * History of a login, for the error text: methods first `offered` by the server,
 * methods `tried`, and a prompt that was not answered.
 */
export interface LoginAttempts {
  offered: string[];
  tried: string[];
  partial: boolean;
  unanswered: string | null;
}

/** How a login proves who it is. */
export interface LoginMethod {
  createHandler: (attempts: LoginAttempts, giveUp: () => void) => AuthHandlerMiddleware;
  /** Returns the reason of a failed login. */
  failureText: (attempts: LoginAttempts) => string;
  /** what the server answers, for messages: `the password` */
  answered: string;
}

/** Logs in with a password, by the methods `password` and `keyboard-interactive`. */
export const passwordLogin = (username: string, password: string): LoginMethod => ({
  createHandler: (attempts, giveUp) => createAuthHandler(username, password, attempts, giveUp),
  failureText: loginFailureText,
  answered: 'the password',
});

export function createLoginAttempts(): LoginAttempts {
  return { offered: [], tried: [], partial: false, unanswered: null };
}

interface Choice {
  username: string;
  attempts: LoginAttempts;
  giveUp: () => void;
}

/**
 * Tries the methods that `choose` returns, one after the other, and gives up when it returns none. First requests the
 * methods of the server (`none`, RFC 4252 section 5.2).
 * @param choose gets the methods that the server offers now
 */
export function chooseMethods(
  { username, attempts, giveUp }: Choice,
  choose: (remaining: string[]) => AnyAuthMethod | undefined,
): AuthHandlerMiddleware {
  return (remaining: string[] | null, partial, next) => {
    if (remaining === null) {
      next({ type: 'none', username });
      return;
    }
    if (attempts.offered.length === 0) attempts.offered = remaining;
    attempts.partial = partial;
    const method = choose(remaining);
    if (method === undefined) giveUp();
    else next(method);
  };
}

/**
 * Chooses the method of a login with a password, so that a wrong one is sent once and not once per method: accounts are
 * locked after a few failures. A second method is only tried if the server requires both.
 * @internal
 */
export function createAuthHandler(
  username: string,
  password: string,
  attempts: LoginAttempts,
  giveUp: () => void,
): AuthHandlerMiddleware {
  return chooseMethods({ username, attempts, giveUp }, (remaining) => {
    const type = nextMethod(remaining, attempts);
    if (type === undefined) return undefined;
    attempts.tried.push(type);
    return type === 'password'
      ? { type, username, password }
      : { type, username, prompt: answerPasswordOnce(password, attempts, giveUp) };
  });
}

function nextMethod(
  remaining: readonly string[],
  { tried, partial }: LoginAttempts,
): 'password' | 'keyboard-interactive' | undefined {
  if (tried.length > 0 && !partial) return undefined;
  return (['password', 'keyboard-interactive'] as const).find(
    (name) => remaining.includes(name) && !tried.includes(name),
  );
}

/** Requests of a login, and prompts in one of them: a one-time password needs two. */
const MAX_PROMPT_REQUESTS = 10;
const MAX_PROMPTS = 10;

type PromptHandler = (
  name: string,
  instructions: string,
  lang: string,
  prompts: Prompt[],
  finish: KeyboardInteractiveCallback,
) => void;

function answerPasswordOnce(
  password: string,
  attempts: LoginAttempts,
  giveUp: () => void,
): PromptHandler {
  let answered = false;
  let requests = 0;
  return (_name, _instructions, _lang, prompts, finish) => {
    requests += 1;
    if (requests > MAX_PROMPT_REQUESTS || prompts.length > MAX_PROMPTS) {
      attempts.unanswered ??= prompts[0]?.prompt.slice(0, 200) ?? '';
      giveUp();
      return;
    }
    finish(
      prompts.map((prompt) => {
        if (!answered && asksForPassword(prompt)) {
          answered = true;
          return password;
        }
        attempts.unanswered ??= prompt.prompt.slice(0, 200);
        return '';
      }),
    );
  };
}

/**
 * Returns the reason of a failed login with a password.
 * @internal
 */
export function loginFailureText(attempts: LoginAttempts): string {
  if (attempts.unanswered !== null)
    return `the server requested more than a password: "${attempts.unanswered.trim()}"`;
  if (attempts.tried.length === 0)
    return `the server does not accept passwords (it offers: ${attempts.offered.join(', ') || 'nothing'})`;
  if (attempts.partial)
    return `the password was accepted, but the server requires another method (${attempts.offered.join(', ')})`;
  return `the server rejected the user name or password (${attempts.tried.join(', then ')})`;
}
