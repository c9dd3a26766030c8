import { toChildArray, type ComponentChildren } from 'preact';
import { closeMenu, closeOnEscape } from '../close-on-escape.js';
import { isNarrow } from '../narrow.js';

/** The buttons beside a heading. On a narrow page they are one line: the first, and the others under `More`. */
export function HeadButtons({ children }: { children: ComponentChildren }) {
  const [first, ...rest] = toChildArray(children);
  return (
    <div class="buttons">
      {first}
      {isNarrow.value && rest.length > 1 ? (
        <details class="menu" onKeyDown={closeOnEscape}>
          <summary>
            More<span class="visually-hidden"> actions</span>
          </summary>
          {/* Before the action: its dialog returns the focus to what has it then. */}
          <div onClickCapture={closeMenuOf}>{rest}</div>
        </details>
      ) : (
        rest
      )}
    </div>
  );
}

const closeMenuOf = ({ currentTarget }: { currentTarget: HTMLElement }): void =>
  closeMenu(currentTarget.parentElement as HTMLDetailsElement);
