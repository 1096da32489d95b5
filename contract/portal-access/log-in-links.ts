import { z } from 'zod'
import { signedIn } from '../identity.ts'
import { route } from '../route.ts'
import { email, productText, requiredText, strict, text } from '../shapes.ts'

const QUARTER_HOUR_S = 15 * 60

/** Logging in to a portal by a mailed link, beside the password. */
export const logInLinks = {
  send: route({
    method: 'POST',
    path: '/api/profile/login-link/',
    summary: 'Email a link that logs in to this portal. The answer is the same for unknown addresses',
    access: { kind: 'public', host: 'company' },
    rateLimit: { limit: 30, windowSeconds: QUARTER_HOUR_S, also: { field: 'email', limit: 5 } },
    body: strict({ email }),
    reply: z.object({ detail: productText }),
  }),
  open: route({
    method: 'POST',
    path: '/api/profile/login-link/open/',
    summary: 'Log in with the token of that email, which works once',
    access: { kind: 'public', host: 'company' },
    rateLimit: { limit: 50, windowSeconds: QUARTER_HOUR_S },
    body: strict({ token: requiredText(200), auth_code: text(20).optional() }),
    reply: signedIn,
  }),
}
