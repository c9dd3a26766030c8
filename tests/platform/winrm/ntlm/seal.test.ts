import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Sealed, sealedChannel } from '../../../../src/platform/winrm/ntlm/seal.js';

const key = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
const pair = () => ({ client: sealedChannel(key, 'client'), server: sealedChannel(key, 'server') });

describe('sealed channel', () => {
  it('carries messages in both directions', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.uint8Array())), (messages) => {
        const { client, server } = pair();
        for (const [up, message] of messages) {
          const [from, to] = up ? [client, server] : [server, client];
          expect(to.unseal(from.seal(message))).toEqual(Buffer.from(message));
        }
      }),
    );
  });

  it('numbers its messages, and signs the number (MS-NLMP 3.4.4.2)', () => {
    const { client } = pair();
    const numbers = ['a', 'a', 'a'].map((text) =>
      client.seal(Buffer.from(text)).signature.readUInt32LE(12),
    );
    expect(numbers).toEqual([0, 1, 2]);
  });

  it('rejects a message with any changed bit', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1 }),
        fc.nat(),
        fc.boolean(),
        (message, at, inSignature) => {
          const { client, server } = pair();
          const sealed: Sealed = client.seal(message);
          const part = inSignature ? sealed.signature : sealed.sealed;
          const bit = at % (part.length * 8);
          part.writeUInt8(part.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
          expect(server.unseal(sealed)).toBeNull();
        },
      ),
    );
  });

  it('rejects a repeated, a dropped and a reflected message', () => {
    const { client, server } = pair();
    const first = client.seal(Buffer.from('one'));
    expect(server.unseal(first)?.toString()).toBe('one');
    expect(server.unseal(first)).toBeNull();
    const other = pair();
    other.client.seal(Buffer.from('left out'));
    expect(other.server.unseal(other.client.seal(Buffer.from('two')))).toBeNull();
    const third = pair();
    expect(third.client.unseal(third.client.seal(Buffer.from('mirror')))).toBeNull();
  });

  it('rejects a signature of another size', () => {
    const { client, server } = pair();
    const { sealed } = client.seal(Buffer.from('x'));
    expect(server.unseal({ sealed, signature: Buffer.alloc(0) })).toBeNull();
  });
});
