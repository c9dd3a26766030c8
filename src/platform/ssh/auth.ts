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

/** Whether a prompt asks for the account's password, and not for a second factor or a new password. */
export function asksForPassword(prompt: Prompt): boolean {
  const text = prompt.prompt.slice(0, 500).replace(/^\s*\([^)@]*@[^)]*\)\s/, ''); // OpenSSH since 8.7 puts (user@host) in front
  return prompt.echo !== true && PASSWORD_PROMPT.test(text) && !OTHER_PROMPT.test(text);
}

/** What happened while logging in, for the error text: `offered` by the server at first, `tried` by us, a prompt that got no answer. */
export interface LoginAttempts {
  offered: string[];
  tried: string[];
  partial: boolean;
  unanswered: string | null;
}

export function createLoginAttempts(): LoginAttempts {
  return { offered: [], tried: [], partial: false, unanswered: null };
}

/**
 * Chooses how to log in, one method after the other. It asks first what the server takes (`none`, RFC 4252 section 5.2), so that a wrong password
 * is sent once and not once per method: accounts are locked after few failures. A second method is only tried where the server wants both.
 */
export function createAuthHandler(
  username: string,
  password: string,
  attempts: LoginAttempts,
  giveUp: () => void,
): AuthHandlerMiddleware {
  return (remaining: string[] | null, partial, next) => {
    if (remaining === null) {
      next({ type: 'none', username });
      return;
    }
    if (attempts.offered.length === 0) attempts.offered = remaining;
    attempts.partial = partial;
    const type = nextMethod(remaining, attempts);
    if (type === undefined) {
      giveUp();
      return;
    }
    attempts.tried.push(type);
    const method: AnyAuthMethod =
      type === 'password'
        ? { type, username, password }
        : { type, username, prompt: answerPasswordOnce(password, attempts) };
    next(method);
  };
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

type PromptHandler = (
  name: string,
  instructions: string,
  lang: string,
  prompts: Prompt[],
  finish: KeyboardInteractiveCallback,
) => void;

function answerPasswordOnce(password: string, attempts: LoginAttempts): PromptHandler {
  let answered = false;
  return (_name, _instructions, _lang, prompts, finish) => {
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

/** A sentence about a login that failed. */
export function loginFailureText(attempts: LoginAttempts): string {
  if (attempts.unanswered !== null)
    return `the server asked for more than a password: "${attempts.unanswered.trim()}"`;
  if (attempts.tried.length === 0)
    return `the server takes no password (it offers: ${attempts.offered.join(', ') || 'nothing'})`;
  if (attempts.partial)
    return `the password was right, but the server wants more than that (${attempts.offered.join(', ')})`;
  return `the server refused the user name or the password (${attempts.tried.join(', then ')})`;
}
