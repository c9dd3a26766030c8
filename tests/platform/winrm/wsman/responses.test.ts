import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commandIdOf,
  outputOf,
  parseResponse,
  shellIdOf,
} from '../../../../src/platform/winrm/wsman/responses.js';
import { faultErrorCode, isOperationTimeout } from '../../../../src/platform/winrm/wsman/faults.js';
import type { XmlElement } from '../../../../src/platform/winrm/xml.js';
import { envelope, faultBody } from '../../../support/winrm-shells.js';

const recorded = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/winrm/${name}.xml`, import.meta.url), 'utf8');

function body(text: string): XmlElement {
  const answer = parseResponse(text);
  if (!('body' in answer)) throw new Error('no body');
  return answer.body;
}

function fault(text: string) {
  const answer = parseResponse(text);
  if (!('fault' in answer)) throw new Error('no fault');
  return {
    ...answer.fault,
    ours: faultErrorCode(answer.fault),
    again: isOperationTimeout(answer.fault),
  };
}

describe('recorded responses of Windows', () => {
  it.each([
    ['create', '4283CBDC-3706-415B-88BD-B385F3E51A53'],
    ['create.windows-2008', 'uuid:739990FF-1492-4CDD-80BB-6E07ADB06D85'],
  ])('to Create: %s', (name, id) => {
    expect(shellIdOf(body(recorded(name)))).toBe(id);
  });

  it('to Command are parsed', () => {
    expect(commandIdOf(body(recorded('command')))).toBe('CF84C20A-0A35-43FA-AF78-0B4711DA5F30');
  });

  it.each([
    ['receive.done', 'hi\r\n', '', true, 0],
    ['receive.running', 'hi\n', '', false, 0],
    ['receive.stderr', 'out \r\n', 'err \r\n', true, 1],
    ['receive.unicode', 'こんにちは\n', '', true, 0],
  ])('to Receive: %s', (name, stdout, stderr, done, exitCode) => {
    const output = outputOf(body(recorded(name)));
    expect({
      ...output,
      stdout: output?.stdout.toString(),
      stderr: output?.stderr.toString(),
    }).toEqual({ stdout, stderr, done, exitCode });
  });

  it.each(['signal', 'delete'])('to %s are not faults', (name) => {
    expect(outputOf(body(recorded(name)))).toBeNull();
  });

  it.each([
    [
      'fault.timed-out',
      2150858793,
      'TimedOut',
      'timeout',
      true,
      'The WS-Management service cannot complete the operation within the time specified in OperationTimeout.',
    ],
    [
      'fault.invalid-selectors',
      2150858843,
      'InvalidSelectors',
      'protocol_error',
      false,
      'The Windows Remote Shell received a request to perform an operation on a command ' +
        'identifier that does not exist. Either the command has completed execution or the client ' +
        'specified an invalid command identifier.',
    ],
    [
      'fault.file-not-found',
      2147942402,
      'InternalError',
      'protocol_error',
      false,
      'The system cannot find the file specified.',
    ],
    [
      'fault.provider',
      2150858778,
      'CannotProcessFilter',
      'protocol_error',
      false,
      'The specified class does not exist in the given namespace.',
    ],
    [
      'fault.quota',
      2150859173,
      'QuotaLimit',
      'shell_quota',
      false,
      'The WS-Management service cannot process the request. This user is allowed a maximum ' +
        'number of 30 concurrent shells, which has been exceeded. ' +
        'Close existing shells or raise the quota for this user.',
    ],
  ])('are mapped as a %s', (name, code, subcode, ours, again, text) => {
    expect(fault(recorded(name))).toEqual({ code, subcode, ours, again, text });
  });
});

describe('WS-Management response', () => {
  it.each([
    [5, 'w:InternalError', 'access_denied'],
    [2147942405, 'w:InternalError', 'access_denied'],
    [1, 'w:AccessDenied', 'access_denied'],
    [2150859174, 'w:InternalError', 'shell_quota'],
    [2150858793, 'w:TimedOut', 'timeout'],
    [995, 'w:InternalError', 'protocol_error'],
  ])('with fault %i, %s is %s', (code, subcode, ours) => {
    expect(fault(envelope(faultBody(code, 'x', subcode))).ours).toBe(ours);
  });

  it('with an empty fault has a default text', () => {
    expect(fault(envelope('<s:Fault/>'))).toEqual({
      code: null,
      subcode: null,
      ours: 'protocol_error',
      again: false,
      text: 'no reason given by the server',
    });
  });

  it('has its text on one line, bounded, without control characters', () => {
    const { text } = fault(envelope(faultBody(1, `a\n\u009b31m b&#x202e;c ${'x'.repeat(5_000)}`)));
    expect(text.startsWith('a 31m b c xxx')).toBe(true);
    expect(text.length).toBe(500);
  });

  it.each([
    ['-1', -1],
    ['4294967295', -1],
    ['3221225477', -1073741819],
    ['', 0],
    ['x', 0],
  ])('with exit code %j gives %i', (reported, exitCode) => {
    expect(
      outputOf(
        body(
          envelope(
            '<rsp:ReceiveResponse><rsp:CommandState State="x/Done">' +
              `<rsp:ExitCode>${reported}</rsp:ExitCode></rsp:CommandState></rsp:ReceiveResponse>`,
          ),
        ),
      )?.exitCode,
    ).toBe(exitCode);
  });

  it.each([
    '',
    'x',
    '<a/>',
    '<Envelope/>',
    '<s:Envelope><s:Body/></s:Envelope>',
    '<!DOCTYPE x [<!ENTITY e "y">]><Envelope><Body>&e;</Body></Envelope>',
  ])('%j is unreadable', (text) => {
    expect(parseResponse(text)).toEqual({ unreadable: true });
  });

  it('of any text never throws', () => {
    const done = recorded('receive.done');
    const damaged = fc
      .tuple(fc.nat(done.length - 1), fc.nat(20), fc.string({ maxLength: 5 }))
      .map(([at, length, text]) => done.slice(0, at) + text + done.slice(at + length));
    fc.assert(
      fc.property(fc.oneof(fc.string(), damaged), (text) => {
        const answer = parseResponse(text);
        if ('body' in answer) outputOf(answer.body);
      }),
      { numRuns: 1_000 },
    );
  });
});
