import type { AgentAction } from '../agents.table.js';

/** The steps of an operation in their order, and how far it is when one begins. */
const PERCENT = {
  queued: 0,
  connect: 5,
  authenticate: 15,
  inspect: 25,
  way_back: 40,
  upload: 50,
  start: 65,
  remove: 60,
  verify: 80,
  clean_up: 95,
} as const;

export type OperationStep = keyof typeof PERCENT;

const STEPS: Record<AgentAction, readonly OperationStep[]> = {
  install: [
    'queued',
    'connect',
    'authenticate',
    'inspect',
    'way_back',
    'upload',
    'start',
    'verify',
    'clean_up',
  ],
  update: [
    'queued',
    'connect',
    'authenticate',
    'inspect',
    'way_back',
    'upload',
    'start',
    'verify',
    'clean_up',
  ],
  uninstall: ['queued', 'connect', 'authenticate', 'inspect', 'remove', 'clean_up'],
};

export const stepsOf = (action: AgentAction): readonly OperationStep[] => STEPS[action];

/** 0 to 99; only a completed operation has 100. */
export const stepPercent = (step: OperationStep): number => PERCENT[step];
