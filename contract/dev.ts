import { z } from 'zod'
import { route } from './route.ts'
import { id, instant, strict, text } from './shapes.ts'

const clock = z.object({ now: instant, offset_ms: z.number().int() })

/** Routes of the demo. They don't exist in production. */
export const dev = {
  mail: route({
    method: 'GET',
    path: '/api/dev/mail/',
    summary: 'List sent messages, newest first',
    access: { kind: 'demo' },
    query: strict({ to: text(254).optional() }),
    reply: z.array(
      z.object({
        id,
        to: z.string(),
        from: z.string(),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
        links: z.array(z.string()),
        attachments: z.array(
          z.object({ name: z.string(), media_type: z.string(), size: z.number().int(), url: z.string() }),
        ),
        sent_at: instant,
      }),
    ),
  }),
  attachment: route({
    method: 'GET',
    path: '/api/dev/mail/:message/attachments/:position/',
    summary: 'Download an attachment',
    access: { kind: 'demo' },
    params: strict({ message: id, position: z.string().regex(/^\d{1,2}$/) }),
    reply: 'file',
  }),
  readClock: route({
    method: 'GET',
    path: '/api/dev/clock/',
    summary: 'Read the product’s clock',
    access: { kind: 'demo' },
    reply: clock,
  }),
  moveClock: route({
    method: 'POST',
    path: '/api/dev/clock/',
    summary: 'Move the product’s clock on by an ISO 8601 duration, or to an instant, and run what falls due',
    access: { kind: 'demo' },
    body: z.union([
      strict({
        advance: z
          .string()
          .regex(
            /^P(?!$)(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/,
            'An ISO 8601 duration such as P1D or PT6H.',
          ),
      }),
      strict({ now: z.iso.datetime('An ISO 8601 instant in UTC.') }),
    ]),
    reply: clock,
  }),
}
