import { z } from 'zod'
import { FLAGS } from '../domain/accounts/flags.ts'
import { route } from './route.ts'

/** Public information about this installation. */
export const installation = {
  read: route({
    method: 'GET',
    path: '/api/installation/',
    summary: 'Read who runs this site, the contact address and the public features',
    access: { kind: 'public' },
    rateLimit: { limit: 120, windowSeconds: 60 },
    reply: z.object({
      operator: z.string().nullable(),
      support_email: z.string().nullable(),
      demo: z.boolean().describe('the product’s clock can be moved, and emails stay here'),
      flags: z.record(z.enum(FLAGS), z.boolean()),
    }),
  }),
}
