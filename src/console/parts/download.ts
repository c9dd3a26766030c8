import { asApiError } from '../api/problem.js';
import { saveFile } from './save-file.js';
import { announce } from './toast.js';

/** Saves what a request returns as a file. The request carries the session, which a plain link cannot. */
export async function download(name: string, request: () => Promise<Blob>): Promise<void> {
  try {
    saveFile(name, await request());
  } catch (thrown) {
    announce(asApiError(thrown).message, 'error');
  }
}
