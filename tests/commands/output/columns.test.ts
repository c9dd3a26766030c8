import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitWidths, renderColumns } from '../../../src/commands/output/columns.js';
import { displayWidth, fitText, splitText } from '../../../src/commands/output/display-width.js';

describe('columns of a table', () => {
  it.each([
    [[5, 5], [true, true], 20, [5, 5]],
    [[30, 10], [true, true], 32, [20, 10]],
    [[30, 30], [true, true], 42, [20, 20]],
    [[30, 30], [false, true], 52, [30, 20]],
    [[30, 30], [false, false], 52, [30, 30]],
    [[9, 9], [true, true], 10, [8, 8]],
    [[], [], 10, []],
  ])(
    'of the widths %j (flexible %j) in %i columns become %j',
    (natural, flexible, room, widths) => {
      expect(fitWidths(natural, flexible, room)).toEqual(widths);
    },
  );

  it('have a long last cell below its row where it does not fit, and whole', () => {
    const columns = [
      { heading: 'NAME', cells: ['nvd', 'kev'], isFlexible: false },
      {
        heading: 'ERROR',
        cells: ['none', 'the server sent a page instead of data'],
        isFlexible: true,
        isLong: true,
      },
    ];
    expect(renderColumns(columns, 24).split('\n')).toEqual([
      'NAME  ERROR',
      'nvd   none',
      'kev',
      '    the server sent a',
      '    page instead of data',
      '',
    ]);
  });

  it('leave a long last column the width of its heading', () => {
    const columns = [
      { heading: 'HOSTS', cells: ['0123456789abcdef'], isFlexible: true },
      { heading: 'REASON', cells: ['lab'], isFlexible: true, isLong: true },
    ];
    expect(renderColumns(columns, 20)).toBe('HOSTS         REASON\n0123456789a…  lab\n');
  });

  it('cut no cell for a long last column whose cells do not fit anyway', () => {
    const columns = [
      { heading: 'HOSTS', cells: ['0123456789abcdef'], isFlexible: true },
      { heading: 'REASON', cells: ['not reachable'], isFlexible: true, isLong: true },
    ];
    expect(renderColumns(columns, 20)).toBe('HOSTS\n0123456789abcdef\n    not reachable\n');
  });

  it('leave out the heading of a long last column without room for it', () => {
    const columns = [
      { heading: 'NAME', cells: ['debian-tracker', 'nvd', 'kev'], isFlexible: false },
      { heading: 'ERROR', cells: ['refused', '-', ''], isFlexible: true, isLong: true },
    ];
    const lines = ['NAME', 'debian-tracker', '    refused', 'nvd', 'kev', ''];
    expect(renderColumns(columns, 18).split('\n')).toEqual(lines);
  });

  it('have other long cells below their rows, in their order, where they do not fit', () => {
    const columns = [
      { heading: 'ID', cells: ['1', '2'], isFlexible: false },
      {
        heading: 'EVENTS',
        cells: ['task.failed, finding.new', 'a'],
        isFlexible: false,
        isLong: true,
      },
      { heading: 'KEY', cells: ['-', 'abcdefghij'], isFlexible: false, isLong: true },
      { heading: 'DIGEST', cells: ['daily', '-'], isFlexible: false },
    ];
    const wide = 'ID  EVENTS                    KEY         DIGEST\n';
    expect(renderColumns(columns, 48)).toMatch(wide);
    const narrower = [
      'ID  EVENTS                    DIGEST',
      '1   task.failed, finding.new  daily',
    ];
    expect(renderColumns(columns, 47).split('\n').slice(0, 2)).toEqual(narrower);
    expect(renderColumns(columns, 30).split('\n')).toEqual([
      'ID  DIGEST',
      '1   daily',
      '    task.failed, finding.new',
      '2   -',
      '    a',
      '    abcdefghij',
      '',
    ]);
  });

  it('have no ellipsis where only spaces are cut', () => {
    const columns = [
      { heading: 'A', cells: ['-', 'a'.repeat(12)], isFlexible: false },
      { heading: 'B', cells: ['-', 'b'.repeat(12)], isFlexible: false },
    ];
    expect(renderColumns(columns, 20).split('\n')[1]).toBe('-             -');
  });

  it('may have more cells than a function takes arguments', () => {
    const cells = Array.from({ length: 200_000 }, () => 'a');
    const lines = renderColumns([{ heading: 'ID', cells, isFlexible: false }], 80).split('\n');
    expect(lines).toHaveLength(cells.length + 2);
  });

  it('never exceed the width', () => {
    const column = fc.record({
      heading: fc.string({ maxLength: 5 }),
      cells: fc.array(fc.string({ unit: 'grapheme' }), { minLength: 3, maxLength: 3 }),
      isFlexible: fc.boolean(),
      isLong: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 5 }), (columns) => {
        for (const line of renderColumns(columns, 50).split('\n'))
          expect(displayWidth(line)).toBeLessThanOrEqual(50);
      }),
    );
  });
});

describe('the width of a text', () => {
  it.each([
    ['web-1', 5],
    ['日本', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['🚀', 2],
    ['…', 1],
  ])('of %j is %i', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it.each([
    ['web-1', 5, 'web-1'],
    ['web-10', 5, 'web-…'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
  ])('%j in %i columns is %j', (text, max, fitted) => {
    expect(fitText(text, max)).toBe(fitted);
  });

  it.each([
    ['web-10', 4, ['web-', '10']],
    ['日本語', 4, ['日本', '語']],
    ['日', 1, ['日']],
    ['', 4, ['']],
  ])('%j in parts of %i columns is %j', (text, max, parts) => {
    expect(splitText(text, max)).toEqual(parts);
  });
});
