import { ROOT } from '../app/place.js';
import { noteReachable } from './connection.js';
import { ApiError, toApiError } from './problem.js';
import { readHalf } from './session-half.js';

/**
 * Sends a file by PUT. Throws ApiError.
 * @param path without a slash at its beginning: `feeds/kev`
 * @param onProgress called with the bytes that were sent; `fetch` does not report them
 */
export function uploadFile(
  path: string,
  file: File,
  onProgress: (sent: number) => void,
): Promise<void> {
  const request = new XMLHttpRequest();
  request.open('PUT', new URL(path, ROOT));
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  const half = readHalf();
  if (half !== null) request.setRequestHeader('Hostwarden-Session', half);
  request.upload.onprogress = ({ loaded }) => onProgress(loaded);
  return new Promise((resolve, reject) => {
    request.onerror = () => {
      noteReachable(false);
      reject(new ApiError(0, 'unreachable', 'The service cannot be reached'));
    };
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(toApiError(request.status, parse(request.responseText)));
    };
    request.send(file);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
