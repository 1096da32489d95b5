import { z } from 'zod'
import { EXPORT_FORMATS } from '../../domain/files/export-formats.ts'
import { API_SCOPE_NAMES } from '../../domain/people/api-scopes.ts'
import { route } from '../route.ts'
import { accountParams, id, instant, requiredLine, strict } from '../shapes.ts'

const scope = z.enum(API_SCOPE_NAMES, 'Choose a scope.')

const apiKey = z.object({
  pk: id,
  name: z.string(),
  prefix: z.string().describe('how the key begins'),
  ending: z.string().describe('its last four characters'),
  scopes: z.array(scope),
  state: z.enum(['active', 'expired', 'revoked']),
  created_at: instant,
  created_by: z.string().describe('empty when this person has left'),
  expires_at: instant.nullable(),
  last_used_at: instant.nullable().describe('accurate to a minute'),
})
export type ApiKeyReply = z.output<typeof apiKey>

const access = { kind: 'staff', right: 'developers.manage' } as const
const name = requiredLine(60)
const oneKey = strict({ account: id, key: id })

/** Keys with which programs of the account call this API. */
export const apiKeys = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/api-keys/',
    summary: 'List the API keys of the account, the newest first',
    access,
    params: accountParams,
    reply: z.object({ results: z.array(apiKey) }),
  }),
  export: route({
    method: 'POST',
    path: '/api/accounts/:account/api-keys/export/',
    summary: 'Export the list of API keys as CSV or XLSX, without the keys themselves',
    access,
    params: accountParams,
    body: strict({ format: z.enum(EXPORT_FORMATS).default('csv') }),
    reply: 'file',
    rateLimit: { limit: 20, windowSeconds: 60 },
  }),
  create: route({
    method: 'POST',
    path: '/api/accounts/:account/api-keys/',
    summary: 'Create an API key. The answer is the only one that shows it',
    access: { ...access, stepUp: true },
    params: accountParams,
    body: strict({
      name,
      scopes: z.array(scope).min(1, 'Choose at least one scope.').max(API_SCOPE_NAMES.length),
      expires_in_days: z
        .number('Enter a number of days.')
        .int()
        .min(1)
        .max(730)
        .nullable()
        .describe('null for a key that does not expire'),
    }),
    status: 201,
    reply: apiKey.extend({ key: z.string().describe('the key itself, shown once') }),
  }),
  rename: route({
    method: 'PATCH',
    path: '/api/accounts/:account/api-keys/:key/',
    summary: 'Rename an API key',
    access,
    params: oneKey,
    body: strict({ name }),
    reply: apiKey,
  }),
  revoke: route({
    method: 'DELETE',
    path: '/api/accounts/:account/api-keys/:key/',
    summary: 'Revoke an API key. It stops working at once',
    access,
    params: oneKey,
    reply: 'nothing',
  }),
}
