import { z } from 'zod'
import { route } from '../route.ts'
import { accountParams, line, strict } from '../shapes.ts'
import { asRead } from './as-read.ts'

const preferences = z.object({
  sub_domain: z.string(),
  default_sub_domain: z.string().describe('what the portal was named at first; it stays as it is'),
  embed: z
    .boolean()
    .describe('the website of allowed_embed_url, and no other, may show the portal in a frame'),
  allowed_embed_url: z.string().describe('one https origin, or empty'),
  portal_url: z.string().describe('where the portal is'),
})

const changeable = {
  sub_domain: line(100).optional(),
  embed: z.boolean('embed is true or false.').optional(),
  allowed_embed_url: line(500).optional().describe('an address, of which the https origin is kept'),
}

/** The routes of the customer portal’s preferences, for staff. */
export const portalPreferences = {
  readPortalPreferences: route({
    method: 'GET',
    path: '/api/accounts/:account/customer-portal/preferences/',
    summary: 'The address of the customer portal, and the website that may show it in a frame',
    access: { kind: 'staff', right: 'portal.preferences.read' },
    params: accountParams,
    reply: preferences,
  }),
  changePortalPreferences: route({
    method: 'POST',
    path: '/api/accounts/:account/customer-portal/preferences/',
    summary: 'Change the portal’s preferences. A former address stays reserved for 180 days',
    access: { kind: 'staff', right: 'portal.preferences.write' },
    params: accountParams,
    body: strict({
      ...changeable,
      default_sub_domain: line(100).optional().describe('read-only'),
      if_unchanged: asRead(changeable),
    }),
    reply: preferences,
  }),
}
