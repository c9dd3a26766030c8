import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { announce } from '../../parts/toast.js';

interface PaletteProps {
  onClose: () => void;
}

const isOpen = signal(false);
const loaded = signal<ComponentType<PaletteProps> | null>(null);

/** Shows the palette after Ctrl+K. Its code is loaded then. */
export function PaletteHost() {
  useEffect(() => {
    document.addEventListener('keydown', openByKey);
    return () => document.removeEventListener('keydown', openByKey);
  }, []);
  const Palette = loaded.value;
  if (!isOpen.value || Palette === null) return null;
  return <Palette onClose={() => (isOpen.value = false)} />;
}

function openByKey(event: KeyboardEvent): void {
  const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
  if (!isShortcut || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (document.querySelector('dialog[open]')) return;
  void open();
}

async function open(): Promise<void> {
  try {
    const { default: Palette } = await import('./palette.js');
    loaded.value = Palette;
    isOpen.value = true;
  } catch {
    announce('The palette cannot be loaded; reload the page', 'error');
  }
}
