import type { FastifyReply } from 'fastify';

/** Sends JSON text as it is (SQLite wrote it). */
export const sendJson = (reply: unknown, status: number, json: string): never =>
  (reply as FastifyReply).code(status).type('application/json; charset=utf-8').send(json) as never;

/** 204 */
export const sendNoContent = (reply: unknown): never =>
  (reply as FastifyReply).code(204).send() as never;
