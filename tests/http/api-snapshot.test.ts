import { expect, it, describe } from 'vitest';
import { createProgram } from '../../src/commands/program.js';
import { CONFIG_KEYS } from '../../src/config.js';
import { ERRORS } from '../../src/errors.js';
import { testApp } from '../support/app.js';
import { commandContract, httpContract } from '../support/contract.js';
import { readOpenApi } from '../support/openapi.js';

// The interface that users and scripts depend on. A failure here means that it changed.
// Update it deliberately, review the difference and commit it:
//   npx vitest run --project unit tests/http/api-snapshot.test.ts -u
const expectContract = (contract: unknown, file: string): Promise<void> =>
  expect(`${JSON.stringify(contract, null, 2)}\n`).toMatchFileSnapshot(`../fixtures/api/${file}`);

describe('the public interface is unchanged:', () => {
  it('paths, parameters, bodies and error codes of the HTTP API', async () => {
    const document = await readOpenApi(await testApp());
    await expectContract(httpContract(document), 'http.json');
  });

  it('error codes and their statuses', async () => {
    const statuses = Object.entries(ERRORS).map(([code, [status]]) => `${code} ${status}`);
    await expectContract(statuses.sort(), 'errors.json');
  });

  it('commands, arguments and options of the command line', async () => {
    const program = createProgram(() => () => Promise.resolve());
    await expectContract({ [program.name()]: commandContract(program) }, 'commands.json');
  });

  it('keys of the configuration', async () => {
    await expectContract([...CONFIG_KEYS].sort(), 'config-keys.json');
  });
});
