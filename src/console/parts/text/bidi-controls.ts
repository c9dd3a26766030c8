import { options, type VNode } from 'preact';

/** Attributes with words for people. */
const READ_ATTRIBUTES = ['title', 'aria-label', 'alt', 'placeholder', 'label'];

const CONTROLS = /\p{Bidi_Control}/gu;

/**
 * Replaces the characters that change the direction of writing, as commands and reports do: one in a name would turn
 * around what is beside it. The direction of letters stays: a rule of the style isolates it in each element.
 */
export const withoutBidiControls = (text: string): string => text.replace(CONTROLS, '\u00b7');

/**
 * Makes the renderer replace these characters in each text of the page, also in options and titles, where no element
 * can isolate them. Values of fields stay as they are: a person edits them.
 */
export function replaceBidiControls(): void {
  const before = options.vnode?.bind(options);
  options.vnode = (vnode) => {
    replaceIn(vnode as VNode<unknown>);
    before?.(vnode);
  };
}

function replaceIn(vnode: VNode<unknown>): void {
  // A text is a node without a type; its properties are the text.
  const node: { props: unknown } = vnode;
  if (typeof node.props === 'string') node.props = withoutBidiControls(node.props);
  else if (typeof vnode.type === 'string') {
    const attributes = vnode.props as Record<string, unknown>;
    for (const name of READ_ATTRIBUTES) {
      const value = attributes[name];
      if (typeof value === 'string') attributes[name] = withoutBidiControls(value);
    }
  }
}
