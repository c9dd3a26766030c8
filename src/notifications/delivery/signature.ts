import { createHmac } from 'node:crypto';

/**
 * Returns the value of `Hostwarden-Signature`: `t=<unix>,v1=<hex>`, the HMAC-SHA256 of `<t>.<body>`.
 * @param time Unix seconds
 */
export function signBody(secret: string, body: string, time: number): string {
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${mac}`;
}
