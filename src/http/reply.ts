import type { FastifyReply } from 'fastify';

/** Sends JSON text as it is (SQLite wrote it). */
export const sendJson = (reply: unknown, status: number, json: string): never =>
  (reply as FastifyReply).code(status).type('application/json; charset=utf-8').send(json) as never;
