/**
 * An element of a picture: SVG or HTML, before anything draws it. The report turns it into text, the console into
 * elements; both get the same picture. Attributes never hold a style or a handler.
 */
export interface PictureNode {
  tag: string;
  attributes: Readonly<Record<string, string | number>>;
  children: readonly (PictureNode | string)[];
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Returns an element. Attributes that are undefined are left out. */
export function node(
  tag: string,
  attributes: Attributes = {},
  ...children: readonly (PictureNode | string)[]
): PictureNode {
  const known = Object.entries(attributes).filter((entry) => entry[1] !== undefined);
  return { tag, attributes: Object.fromEntries(known) as PictureNode['attributes'], children };
}

/** Returns the element as HTML. `escape`: of texts and of values of attributes. */
export function toMarkup(
  { tag, attributes, children }: PictureNode,
  escape: (text: string) => string,
): string {
  const values = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join('');
  if (children.length === 0 && SHAPES.has(tag)) return `<${tag}${values}/>`;
  const content = children
    .map((child) => (typeof child === 'string' ? escape(child) : toMarkup(child, escape)))
    .join('');
  return `<${tag}${values}>${content}</${tag}>`;
}

const SHAPES = new Set(['circle', 'line', 'path', 'polyline', 'rect']);
