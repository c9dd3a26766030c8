import type { PathParams } from '../app/match-path.js';

/** A screen gets the values of its path. It has its own file, for the table of screens imports every screen. */
export interface ScreenProps {
  params: PathParams;
}
