/** The kind of the cells of a column. */
export interface ColumnKind {
  isNumber?: boolean;
  /** of a few known words: it is not wrapped */
  isShort?: boolean;
  /** it has room for a name of usual length */
  isName?: boolean;
  /** it has room for a sentence */
  isWide?: boolean;
  /** one of IPv4 is on one line, one of IPv6 may be on two */
  isAddress?: boolean;
  /** of buttons: they are not printed, and not saved */
  isControl?: boolean;
}

/** Returns the class of the cells of a column; undefined: they have none. */
export const columnClass = (column: ColumnKind): string | undefined =>
  Object.entries({
    number: column.isNumber,
    short: column.isShort,
    name: column.isName,
    wide: column.isWide,
    address: column.isAddress,
    controls: column.isControl,
  })
    .filter(([, is]) => is)
    .map(([name]) => name)
    .join(' ') || undefined;
