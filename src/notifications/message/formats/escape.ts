/** Escapes text for Slack's mrkdwn: the three characters that begin links, mentions and entities there. */
export const toSlackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Escapes text for Markdown. A zero-width space keeps mentions and addresses of pages from becoming links. */
export const toMarkdownText = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]()<>#+!|~]/g, '\\$&')
    .replace(/@|:(?=\/\/)/g, '$&\u200b')
    .replace(/^(\s*)([-=]|\d+\.)/, '$1\\$2');
