/** Returns the text after a key: only characters are typed, Backspace removes the last one. */
export const typeKey = (text: string, key: string): string => {
  if (key === 'Backspace') return text.slice(0, -1);
  return [...key].length === 1 ? text + key : text;
};
