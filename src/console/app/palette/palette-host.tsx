import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { announce } from '../../parts/toast.js';
import { collectTyped } from './typed-ahead.js';

interface PaletteProps {
  /** typed before it was there */
  typed: string;
  onClose: () => void;
}

/** null: it is closed */
const typed = signal<string | null>(null);
let isLoading = false;
const loaded = signal<ComponentType<PaletteProps> | null>(null);

/** Shows the palette after Ctrl+K. Its code is loaded then. */
export function PaletteHost() {
  useEffect(() => {
    document.addEventListener('keydown', openByKey);
    return () => document.removeEventListener('keydown', openByKey);
  }, []);
  const Palette = loaded.value;
  if (typed.value === null || Palette === null) return null;
  return <Palette typed={typed.value} onClose={() => (typed.value = null)} />;
}

function openByKey(event: KeyboardEvent): void {
  const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
  if (!isShortcut || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (document.querySelector('dialog[open]') || isLoading) return;
  void open();
}

async function open(): Promise<void> {
  isLoading = true;
  const endTyping = collectTyped();
  try {
    const { default: Palette } = await import('./palette.js');
    loaded.value = Palette;
    typed.value = endTyping();
  } catch {
    endTyping();
    announce('The palette cannot be loaded; reload the page', 'error');
  } finally {
    isLoading = false;
  }
}
