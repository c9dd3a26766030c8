import { api, unwrap } from '../../api/client.js';
import { asApiError } from '../../api/problem.js';
import { navigate } from '../../app/router.js';
import { announce } from '../toast.js';

/** Starts a task of a template, and opens it. */
export async function runTemplate(id: number): Promise<void> {
  try {
    const { data } = await unwrap(api.POST('/api/v1/templates/{id}', { params: { path: { id } } }));
    announce(`${data.number_task} started`);
    navigate(`tasks/${data.id}`);
  } catch (thrown) {
    announce(asApiError(thrown).message, 'error');
  }
}
