import { z } from 'zod';

const Estimate = z.object({
  speed: z.string(),
  ports_per_second: z.number().meta({ description: 'of a host whose closed ports answer' }),
  silent_ports_per_second: z
    .number()
    .meta({ description: 'of a host that drops packets to its closed ports' }),
});

export const TaskTypeResponse = z
  .object({
    type: z.string().meta({ description: 'the `type` of a template' }),
    label: z.string(),
    description: z.string(),
    params_schema: z
      .record(z.string(), z.unknown())
      .meta({ description: 'JSON Schema (2020-12) of `params`; `title` is the label of a field' }),
    defaults: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'what omitted params stand for, except `ports`; null: nothing' }),
    default_ports: z
      .object({
        count: z.int().meta({ description: 'the number of TCP ports' }),
        tcp: z.string(),
        udp: z.string(),
      })
      .nullable()
      .meta({ description: 'the ports of a scan without `ports`; null: the type does not scan' }),
    estimates: z.array(Estimate).meta({ description: 'the pace of a scan of one host, by speed' }),
  })
  .meta({
    id: 'TaskType',
    examples: [
      {
        type: 'pentest',
        label: 'Network scan',
        description: 'Scans ports.',
        params_schema: { type: 'object', properties: { speed: { title: 'Speed' } } },
        defaults: { speed: '3', checks: 'on' },
        default_ports: { count: 3, tcp: '22,80-81', udp: '53,161' },
        estimates: [{ speed: '3', ports_per_second: 10_000, silent_ports_per_second: 312.5 }],
      },
    ],
  });
export type TaskTypeResponse = z.input<typeof TaskTypeResponse>;
