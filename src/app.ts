import { randomBytes } from 'node:crypto';
import type { Server as HttpsServer } from 'node:https';
import Fastify, { LogController } from 'fastify';
import { agentRoutes } from './agents/polling/agent.routes.js';
import { agentListRoutes } from './agents/list/agent-list.routes.js';
import { batchRoutes } from './agents/batches/batches.routes.js';
import { loginTestRoutes } from './agents/login-test/login-test.routes.js';
import { operationRoutes } from './agents/operations/operations.routes.js';
import { addAudit } from './audit/audit.hooks.js';
import { auditRoutes } from './audit/audit.routes.js';
import { createRawPollHandler } from './agents/polling/raw-poll-handler.js';
import { withoutBasePath } from './console-server/base-path.js';
import { consoleRoutes } from './console-server/console.routes.js';
import type { Context } from './context.js';
import { settingsRoutes } from './data-dir/settings/settings.routes.js';
import { credentialRoutes } from './credentials/credentials.routes.js';
import { AppError } from './errors.js';
import { eventRoutes } from './events/channel.routes.js';
import { feedRoutes } from './feeds/feeds.routes.js';
import { fleetRoutes, fleetTaskRoutes } from './fleet/fleet.routes.js';
import { historyRoutes } from './fleet/history/history.routes.js';
import { groupRoutes } from './groups/groups.routes.js';
import { groupMemberRoutes } from './hosts/selection/group-members.routes.js';
import { hostsV1 } from './hosts/hosts.v1.routes.js';
import { hostsV2 } from './hosts/hosts.v2.routes.js';
import { addJsonBodies } from './http/body/read-body.js';
import { answerMalformedRequests, onClientError } from './http/malformed-requests.js';
import { addClientAddress } from './http/client-address.js';
import { addEntityTags } from './http/caching/entity-tags.js';
import { addResponseCompression } from './http/compression/compressed-response.js';
import { addDefaults, addSecurityHeaders } from './http/defaults.js';
import { docsRoutes } from './http/openapi/docs.routes.js';
import { sniffConnections } from './http/connections/connection-sniffer.js';
import { healthRoutes } from './http/health.routes.js';
import { addRateLimit } from './http/rate-limit.js';
import { routeNotFound, addMethodNotAllowed } from './http/method-not-allowed.js';
import { handleError } from './http/problem.js';
import { MAX_BODY_MS, addBodyTimeout } from './http/body/body-timeout.js';
import { endUnreadBodies } from './http/body/unread-body.js';
import { addUnsentLimits } from './http/connections/unsent-responses.js';
import { addWebSockets } from './http/websocket.js';
import { loggerOfRequests } from './logger.js';
import { createSniCallback, presentCertificates } from './platform/http/server-certificates.js';
import { serializerCompiler, validatorCompiler, type App, type ZodProvider } from './http/zod.js';
import { inventoryRoutes } from './inventory/inventory.routes.js';
import { notificationChannelRoutes } from './notifications/channels/channels.routes.js';
import { notificationDeliveryRoutes } from './notifications/outbox/deliveries.routes.js';
import { notificationRuleRoutes } from './notifications/rules/rules.routes.js';
import { reportRoutes } from './reports/reports.routes.js';
import { timelineRoutes } from './reports/timeline/timeline.routes.js';
import { serviceRoutes } from './services/services.routes.js';
import { sessionRoutes } from './sessions/sessions.routes.js';
import { taskRoutes } from './tasks/tasks.routes.js';
import { taskTypeRoutes } from './tasks/types/task-types.routes.js';
import { calendarRoutes } from './templates/calendar/calendar.routes.js';
import { templateRoutes } from './templates/templates.routes.js';
import { addAuth } from './tokens/auth.js';
import { tokenRoutes } from './tokens/tokens.routes.js';
import { bulkAcceptanceRoutes } from './vulnerabilities/acceptances/bulk/bulk.routes.js';
import { acceptanceRoutes } from './vulnerabilities/acceptances/acceptances.routes.js';
import { vexRoutes } from './vulnerabilities/acceptances/vex/vex.routes.js';
import { flatFindingRoutes } from './vulnerabilities/flat/flat.routes.js';
import { vulnerabilityRoutes } from './vulnerabilities/vulnerabilities.routes.js';

type Routes = (app: App, ctx: Context) => void;

/** API version 1, under /api/v1. */
const V1: readonly Routes[] = [templateRoutes, taskRoutes, reportRoutes, fleetTaskRoutes, hostsV1];
/** The endpoints of agents. */
const AGENTS: readonly Routes[] = [agentRoutes];
/** API version 2, bare and under /api/v2. */
const V2: readonly Routes[] = [
  hostsV2,
  fleetRoutes,
  historyRoutes,
  serviceRoutes,
  vulnerabilityRoutes,
  flatFindingRoutes,
  acceptanceRoutes,
  bulkAcceptanceRoutes,
  vexRoutes,
  inventoryRoutes,
  operationRoutes,
  batchRoutes,
  agentListRoutes,
  taskTypeRoutes,
  timelineRoutes,
  calendarRoutes,
  loginTestRoutes,
  groupRoutes,
  groupMemberRoutes,
  credentialRoutes,
  notificationChannelRoutes,
  notificationRuleRoutes,
  notificationDeliveryRoutes,
  tokenRoutes,
  sessionRoutes,
  auditRoutes,
  feedRoutes,
  healthRoutes,
  settingsRoutes,
];

const toPlugin =
  (routes: readonly Routes[], ctx: Context) =>
  async (app: App): Promise<void> => {
    for (const add of routes) add(app, ctx);
  };

/** Builds the HTTP interface of a context. It does not listen yet. */
export async function buildApp(ctx: Context): Promise<App> {
  const app = createServer(ctx);
  addCertificates(app, ctx);
  addFirstHook(app, ctx);
  if (ctx.config.TRUST_PROXY) addClientAddress(app);
  answerMalformedRequests(app);
  addRawPolls(app, ctx);
  await addWebSockets(app); // before other hooks: one that rejects a handshake leaves the socket to it
  addSecurityHeaders(app);
  addUnsentLimits(app);
  addResponseCompression(app);
  addBodyTimeout(app);
  endUnreadBodies(app);
  addJsonBodies(app, ctx.config);
  await addAuth(
    app,
    ctx.authenticator.authenticate,
    (request, error, done) => {
      ctx.logins.refuse(request, 'token', { error, done });
    },
    ctx.sessions.findCaller,
  );
  addAudit(app, ctx.audit, ctx.isLocal);
  addRateLimit(app, ctx.config.RATE_LIMIT_PER_MINUTE, ctx.clock);
  addDefaults(app, ctx.config);
  addEntityTags(app, {
    sqlite: ctx.database.sqlite,
    generation: () => ctx.knowledge.generation(),
    run: randomBytes(6).toString('base64url'),
  });
  const addMethodErrors = addMethodNotAllowed(app);
  await addRoutes(app, ctx);
  if (!ctx.isLocal) addMethodErrors();
  // A file below /docs that does not exist.
  app.setNotFoundHandler((request, reply) => {
    handleError(routeNotFound(request.method, request.url), request, reply);
  });
  return app;
}

function createServer({ tls, log, config }: Context): App {
  const requestIdPrefix = randomBytes(4).toString('hex');
  let count = 0;
  const genReqId = (): string => {
    count += 1;
    return `${requestIdPrefix}-${count.toString(36)}`;
  };
  const https = tls && {
    key: tls.key,
    cert: tls.chain,
    ...(tls.issued && { SNICallback: createSniCallback(tls.issued) }),
    handshakeTimeout: 10_000,
    requireHostHeader: false,
  };
  const app = Fastify({
    ...(https && { https }),
    http: { requireHostHeader: false },
    ...(config.TRUST_PROXY && { trustProxy: config.TRUST_PROXY }),
    schemaController: {
      compilersFactory: {
        buildValidator: () => validatorCompiler as never,
        buildSerializer: () => serializerCompiler as never,
      },
    },
    rewriteUrl: ({ url = '/' }) => withoutBasePath(url, config.BASE_PATH),
    loggerInstance: loggerOfRequests(log),
    bodyLimit: config.BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    genReqId,
    requestTimeout: MAX_BODY_MS,
    forceCloseConnections: 'idle', // a keep-alive connection must not delay the shutdown
    return503OnClosing: false,
    // Scripts poll: a line per request would bury all others.
    logController: new LogController({ disableRequestLogging: !log.isLevelEnabled('debug') }),
    // Log calls name their request; a logger for each would cost more than most responses.
    childLoggerFactory: (logger) => logger,
    clientErrorHandler: onClientError,
    frameworkErrors: (error, request, reply) => handleError(error, request, reply),
  }).withTypeProvider<ZodProvider>() as unknown as App;
  app.setErrorHandler(handleError);
  return app;
}

function addCertificates(app: App, { tls, clock }: Context): void {
  if (!tls?.issued) return;
  const end = presentCertificates(app.server as unknown as HttpsServer, tls.issued, clock);
  app.addHook('onClose', (_app, done) => {
    end();
    done();
  });
}

/** Adds the request id to every response, and rejects requests with 503 during the shutdown. */
function addFirstHook(app: App, ctx: Context): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done(ctx.isClosing() ? new AppError('shutting_down', 'Service is shutting down') : undefined);
  });
}

/** Lets the hub take over the polls of agents before the HTTP parser sees them. */
function addRawPolls(app: App, ctx: Context): void {
  const handler = createRawPollHandler(ctx.hub, () => ctx.isClosing());
  const destroySilent = sniffConnections(app.server, handler);
  app.addHook('preClose', (done) => {
    ctx.logins.close();
    destroySilent();
    done();
  });
}

async function addRoutes(app: App, ctx: Context): Promise<void> {
  const docs = docsRoutes(app); // watches the routes that follow
  const events = eventRoutes(app, ctx);
  const v1 = toPlugin([...V1, events.socket], ctx);
  const v2 = toPlugin([...V2, events.socket, events.plain], ctx);
  await app.register(v1, { prefix: '/api/v1' });
  await app.register(v2);
  await app.register(v2, { prefix: '/api/v2' });
  await app.register(toPlugin(AGENTS, ctx), { prefix: '/agent/v1' });
  if (!ctx.isLocal) await app.register(docs.page); // no command asks for it
  consoleRoutes(app, ctx);
}
