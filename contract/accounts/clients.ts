import { z } from 'zod'
import { STAFF_ROLES } from '../../domain/people/roles.ts'
import { signedIn } from '../identity.ts'
import { route } from '../route.ts'
import { accountParams, companyName, id, strict } from '../shapes.ts'

const QUARTER_HOUR_S = 15 * 60

/** Roles that accountants give their colleagues in a client company: what the client gave them, or less. */
const ROLES_AT_CLIENTS = ['advisor', 'viewer'] as const

const person = z.object({
  user: id,
  name: z.string().describe('the email address when there is no name'),
  email: z.string(),
})

const allClients = z.object({
  clients: z.array(
    z.object({
      account: id,
      name: z.string(),
      people: z
        .array(person.extend({ role: z.enum(STAFF_ROLES) }))
        .describe('who works there through this account; not the client’s own people'),
    }),
  ),
  colleagues: z.array(person).describe('people of this account, who can get access to clients'),
})

const accounts = z
  .array(id)
  .min(1, 'Choose a client company.')
  .max(100, 'Choose at most 100 client companies.')

/** Client companies of a firm of accountants, and which of its people work in which of them. */
export const clients = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/clients/',
    summary: 'List the client companies of a firm of accountants, with its people who work there',
    access: { kind: 'staff', right: 'users.manage' },
    params: accountParams,
    reply: allClients,
  }),
  open: route({
    method: 'POST',
    path: '/api/accounts/:account/clients/',
    summary: 'Open a company for a client. You own it until you hand it over',
    access: { kind: 'staff', right: 'users.manage', feature: 'SUB_ACCOUNT_MANAGEMENT' },
    rateLimit: { limit: 30, windowSeconds: QUARTER_HOUR_S },
    params: accountParams,
    body: strict({ name: companyName }),
    reply: signedIn.pick({ account: true }),
  }),
  give: route({
    method: 'POST',
    path: '/api/accounts/:account/clients/colleagues/',
    summary: 'Give a colleague access to client companies, or another role there',
    access: { kind: 'staff', right: 'users.manage', feature: 'SUB_ACCOUNT_MANAGEMENT' },
    params: accountParams,
    body: strict({ user: id, role: z.enum(ROLES_AT_CLIENTS, 'Choose a role.'), accounts }),
    reply: allClients,
  }),
  end: route({
    method: 'POST',
    path: '/api/accounts/:account/clients/colleagues/end/',
    summary: 'End a colleague’s access to client companies, at once',
    access: { kind: 'staff', right: 'users.manage' },
    params: accountParams,
    body: strict({ user: id, accounts }),
    reply: allClients,
  }),
}
