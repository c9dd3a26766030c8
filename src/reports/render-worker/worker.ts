import { serveWorker } from '../../lib/worker/port.js';
import type { RenderProtocol } from './messages.js';
import { renderItems } from './render.js';

serveWorker<RenderProtocol>({ stream: renderItems });
