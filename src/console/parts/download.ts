import { asApiError } from '../api/problem.js';
import { announce } from './toast.js';

/** Saves what a request returns as a file. The request carries the session, which a plain link cannot. */
export async function download(name: string, request: () => Promise<Blob>): Promise<void> {
  try {
    const address = URL.createObjectURL(await request());
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  } catch (thrown) {
    announce(asApiError(thrown).message, 'error');
  }
}
