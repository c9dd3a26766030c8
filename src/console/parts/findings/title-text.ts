/** Returns the title of a vulnerability; nothing where it only repeats the id, as publishers without a title do. */
export const titleText = (titled: { vulnerability_id: string; title: string }): string =>
  titled.title === titled.vulnerability_id ? '' : titled.title;
