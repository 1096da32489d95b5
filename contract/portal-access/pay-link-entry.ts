import { z } from 'zod'
import { signedIn } from '../identity.ts'
import { route } from '../route.ts'
import { strict, text } from '../shapes.ts'

const QUARTER_HOUR_S = 15 * 60

/** From a pay link into the portal, by a code that is mailed to the customer's address on file. */
export const payLinkEntry = {
  sendCode: route({
    method: 'POST',
    path: '/api/pay-link/portal-code/',
    summary: 'Email the customer of a pay link a code that opens the portal. The address is the one on file',
    access: { kind: 'payer' },
    rateLimit: { limit: 5, windowSeconds: QUARTER_HOUR_S },
    body: strict({}).optional(),
    reply: z.object({ detail: z.string(), sent_to: z.string().describe('masked address') }),
  }),
  enter: route({
    method: 'POST',
    path: '/api/pay-link/portal/',
    summary: 'Log in to the portal with the code from that email',
    access: { kind: 'payer' },
    rateLimit: { limit: 15, windowSeconds: QUARTER_HOUR_S },
    body: strict({ code: text(12) }),
    reply: signedIn,
  }),
}
