import { describe, expect, it } from 'vitest';
import { paramsHint } from '../../../src/console/screens/template-form/params-hint.js';
import { paramFields } from '../../../src/console/screens/template-form/schema-fields.js';
import { toSchema } from '../../../src/http/openapi/to-schema.js';
import { inventoryParams } from '../../../src/inventory/inventory.params.js';

const hintOf = (schema: Record<string, unknown>, values: Record<string, string>): string | null =>
  paramsHint(schema, paramFields(schema, null), values);

describe('params of a template that cannot be saved', () => {
  const inventory = toSchema(inventoryParams, 'input', {});

  it.each([
    [{}, 'Choose one of: Credential, Imported reports'],
    [{ credential_id: '', imported: '' }, 'Choose one of: Credential, Imported reports'],
    [{ credential_id: '1' }, null],
    [{ imported: 'true' }, null],
    [{ credential_id: '1', imported: 'true' }, 'Choose only one of: Credential, Imported reports'],
  ])('of an inventory, %j: %s', (values, hint) => expect(hintOf(inventory, values)).toBe(hint));

  it('are named where the type needs them, and none without such a rule', () => {
    const properties = { path: { title: 'Path' }, depth: {} };
    expect(hintOf({ properties, required: ['path'] }, { depth: '1' })).toBe('It needs: Path');
    expect(hintOf({ properties, required: ['path'] }, { path: '/' })).toBeNull();
    expect(hintOf({ properties }, {})).toBeNull();
  });
});
