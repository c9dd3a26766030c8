import pinoPretty from 'pino-pretty';

/** Log lines for a person at a terminal. */
export const pretty = (colorize: boolean): NodeJS.WritableStream => pinoPretty({ destination: 2, sync: true, colorize, ignore: 'pid,hostname,reqId', translateTime: 'SYS:HH:MM:ss' });
