import { describe, expect, it } from 'vitest';
import { toApiError } from '../../../src/console/api/problem.js';

const REFUSED = 'must be an IPv4 or IPv6 address';

describe('the message of a refused form', () => {
  it.each([
    ['/current_ip', REFUSED, `Address: ${REFUSED}`],
    ['/2/current_ip', REFUSED, `Address, entry 3: ${REFUSED}`],
    ['/params/ports/0', 'must be a port', 'Ports, entry 1: must be a port'],
    ['/schedule/end_time', 'must be after the start', 'Until: must be after the start'],
    ['/offline_minutes', 'is too small', 'Offline minutes: is too small'],
    ['', 'must be an object', 'must be an object'],
  ])('names the field %s as the form does', (path, message, text) => {
    const errors = [{ in: 'body', path, message }];
    const detail = `${path || 'body'}: ${message}`;
    expect(toApiError(400, { code: 'validation_failed', detail, errors }).message).toBe(text);
  });

  it('counts further fields, and keeps a reason that is not of one field', () => {
    const errors = [
      { path: '/name', message: 'is required' },
      { path: '/url', message: 'is required' },
    ];
    const problem = (detail: string, list: unknown) => toApiError(400, { detail, errors: list });
    expect(problem('/name: is required (and 1 more)', errors).message).toBe(
      'Name: is required (and 1 more)',
    );
    expect(problem('3 match now', [{ path: '/name', message: 'changed' }]).message).toBe(
      '3 match now (Name: changed)',
    );
    expect(problem('Not found', undefined).message).toBe('Not found');
    expect(problem('Bad gateway', ['upstream', null, { message: 1 }]).message).toBe('Bad gateway');
    expect(toApiError(502, null)).toMatchObject({
      code: 'unknown',
      message: 'The service answered with status 502',
    });
  });
});
