/** Saves a text, or what a request returned, as a file of the browser. */
export function saveFile(name: string, content: string | Blob, type = ''): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
