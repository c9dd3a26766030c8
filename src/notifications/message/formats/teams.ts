import type { MessageText, TextSection } from '../message-text.js';
import { toMarkdownText } from './escape.js';

const COLORS = { bad: 'attention', good: 'good', neutral: 'default' } as const;

const textBlock = (text: string, more: object = {}) => ({
  type: 'TextBlock',
  text,
  wrap: true,
  ...more,
});

const listBlocks = ({ heading, lines }: TextSection): object[] => [
  textBlock(heading, { weight: 'bolder', spacing: 'medium' }),
  textBlock(lines.map((line) => `- ${toMarkdownText(line)}`).join('\r')),
];

/** Renders the body for a webhook of Teams Workflows: an Adaptive Card as the only attachment. */
export function renderTeams({ title, sections, url, tone }: MessageText): object {
  const heading = textBlock(toMarkdownText(title), {
    weight: 'bolder',
    size: 'medium',
    color: COLORS[tone],
  });
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [heading, ...sections.flatMap(listBlocks)],
    ...(url !== null && {
      actions: [{ type: 'Action.OpenUrl', title: 'Open in hostwarden', url }],
    }),
  };
  return {
    type: 'message',
    attachments: [
      { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content },
    ],
  };
}
