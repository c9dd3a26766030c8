/** Paths of 24 × 24, drawn as lines. */
const PATHS = {
  overview: 'M4 13h6V4H4zM14 20h6v-9h-6zM14 4v3h6V4zM4 20h6v-3H4z',
  hosts: 'M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01',
  findings: 'M12 3 2 20h20zM12 10v4M12 17h.01',
  templates: 'M5 3h14v18H5zM9 8h6M9 12h6M9 16h4',
  tasks: 'M8 5l11 7-11 7z',
  agents: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-5 4-7 8-7s8 2 8 7',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 5v4M6 15v4',
  audit: 'M6 3h9l4 4v14H6zM9 12h7M9 16h7',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  copy: 'M8 8h11v12H8zM5 16V4h11',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14M16 16l5 5',
  external: 'M14 4h6v6M20 4 10 14M18 13v7H4V6h7',
} as const;

export type IconName = keyof typeof PATHS;

/** An icon beside its word. It says nothing to a screen reader. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
