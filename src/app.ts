import { randomBytes } from 'node:crypto';
import Fastify, { LogController } from 'fastify';
import { agentRoutes } from './agents/polling/agent.routes.js';
import { operationRoutes } from './agents/operations/operations.routes.js';
import { createRawPollHandler } from './agents/polling/raw-poll-handler.js';
import type { Context } from './context.js';
import { credentialRoutes } from './credentials/credentials.routes.js';
import { AppError } from './errors.js';
import { eventRoutes } from './events/channel.routes.js';
import { feedRoutes } from './feeds/feeds.routes.js';
import { groupRoutes } from './groups/groups.routes.js';
import { hostsV1 } from './hosts/hosts.v1.js';
import { hostsV2 } from './hosts/hosts.v2.js';
import { addJsonBodies } from './http/body.js';
import { answerMalformedRequests, onClientError } from './http/malformed-requests.js';
import { addDefaults } from './http/defaults.js';
import { docsRoutes } from './http/openapi/docs.routes.js';
import { sniffConnections } from './http/connection-sniffer.js';
import { healthRoutes } from './http/health.routes.js';
import { addRateLimit } from './http/rate-limit.js';
import { routeNotFound, addMethodNotAllowed } from './http/method-not-allowed.js';
import { handleError } from './http/problem.js';
import { LONGEST_BODY_MS, addBodyTimeout } from './http/body-timeout.js';
import { addWebSockets } from './http/websocket.js';
import { serializerCompiler, validatorCompiler, type App, type ZodProvider } from './http/zod.js';
import { inventoryRoutes } from './inventory/inventory.routes.js';
import { reportRoutes } from './reports/reports.routes.js';
import { serviceRoutes } from './services/services.routes.js';
import { taskRoutes } from './tasks/tasks.routes.js';
import { templateRoutes } from './templates/templates.routes.js';
import { addAuth } from './tokens/auth.js';
import { tokenRoutes } from './tokens/tokens.routes.js';
import { vulnerabilityRoutes } from './vulnerabilities/vulnerabilities.routes.js';

type Routes = (app: App, ctx: Context) => void;

/** The older interface, under /api/v1. */
const V1: readonly Routes[] = [templateRoutes, taskRoutes, reportRoutes, hostsV1];
/** What agents call. */
const AGENTS: readonly Routes[] = [agentRoutes];
/** The newer interface, bare and under /api/v2. */
const V2: readonly Routes[] = [
  hostsV2,
  serviceRoutes,
  vulnerabilityRoutes,
  inventoryRoutes,
  operationRoutes,
  groupRoutes,
  credentialRoutes,
  tokenRoutes,
  feedRoutes,
  healthRoutes,
];

const plugin =
  (routes: readonly Routes[], ctx: Context) =>
  async (app: App): Promise<void> => {
    for (const add of routes) add(app, ctx);
  };

/** Builds the HTTP side over a context. It does not listen yet. */
export async function buildApp(ctx: Context): Promise<App> {
  const boot = randomBytes(4).toString('hex');
  let count = 0;
  const app = Fastify({
    ...(ctx.tls && {
      https: {
        key: ctx.tls.key,
        cert: ctx.tls.chain,
        handshakeTimeout: 10_000,
        requireHostHeader: false,
      },
    }),
    http: { requireHostHeader: false },
    loggerInstance: ctx.log,
    bodyLimit: ctx.config.BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    genReqId: () => `${boot}-${(++count).toString(36)}`,
    requestTimeout: LONGEST_BODY_MS,
    forceCloseConnections: 'idle', // a keep-alive connection must not hold up the end
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: !ctx.log.isLevelEnabled('debug') }), // scripts poll: a line a request drowns the rest
    childLoggerFactory: (logger) => logger, // whoever logs about a request names it; a logger for each would cost more than most answers
    clientErrorHandler: onClientError,
    frameworkErrors: (error, request, reply) => handleError(error, request, reply),
  }).withTypeProvider<ZodProvider>() as unknown as App;
  app.setValidatorCompiler(validatorCompiler as never);
  app.setSerializerCompiler(serializerCompiler as never);
  app.setErrorHandler(handleError);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done(
      ctx.isClosing() ? new AppError('shutting_down', 'The service is shutting down') : undefined,
    );
  });
  answerMalformedRequests(app);
  const cutSilent = sniffConnections(
    app.server,
    createRawPollHandler(ctx.hub, () => ctx.isClosing()),
  );
  app.addHook('preClose', (done) => {
    cutSilent();
    done();
  });
  await addWebSockets(app); // first: whoever refuses a handshake leaves the connection to it
  addBodyTimeout(app);
  addJsonBodies(app);
  await addAuth(app, ctx.authenticator.authenticate);
  addRateLimit(app, ctx.config.RATE_LIMIT_PER_MINUTE, ctx.clock);
  addDefaults(app);
  const refuseOtherMethods = addMethodNotAllowed(app);
  const description = docsRoutes(app); // watches the routes that follow
  const events = eventRoutes(app, ctx);
  await app.register(plugin([...V1, events.socket], ctx), { prefix: '/api/v1' });
  await app.register(plugin([...V2, events.socket, events.plain], ctx));
  await app.register(plugin([...V2, events.socket, events.plain], ctx), { prefix: '/api/v2' });
  await app.register(plugin(AGENTS, ctx), { prefix: '/agent/v1' });
  await app.register(description.page);
  refuseOtherMethods();
  app.setNotFoundHandler((request, reply) => {
    handleError(routeNotFound(request.method, request.url), request, reply);
  }); // a file of /docs that is not there
  return app;
}
