import { ERRORS, type ErrorCode } from '../../../../contract/errors.ts'
import type { Json } from './schema-of.ts'

const SECURITY_SCHEMES = {
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of a login.' },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'qk_live_… or qk_test_…',
    description: 'An API key of the account. It is never a person, and it needs the scope of the call.',
  },
}

const HEADERS = {
  RateLimit: {
    description: 'Requests that the key has left (r) and seconds until it has all again (t).',
    schema: { type: 'string', examples: ['"key";r=599;t=60'] },
  },
  'RateLimit-Policy': {
    description: 'Requests (q) that a key has in a window of seconds (w).',
    schema: { type: 'string', examples: ['"key";q=600;w=60'] },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'Idempotency-Replayed': {
    description: 'true when the answer was kept from an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
}

const ERROR = {
  description: 'One sentence in detail with its code, or lists of messages by field.',
  type: 'object',
  properties: {
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(ERRORS) },
    non_field_errors: { type: 'array', items: { type: 'string' } },
  },
  additionalProperties: { type: 'array', items: { type: 'string' } },
}

const coded = (code: ErrorCode): Json => ({ detail: ERRORS[code].detail, code })

const refusal = (description: string, examples: Readonly<Record<string, Json>>, headers?: Json): Json => ({
  description,
  ...(headers && { headers }),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
    },
  },
})

const codes = (...all: readonly ErrorCode[]): Record<string, Json> =>
  Object.fromEntries(all.map((code) => [code, coded(code)]))

const headerRefs = (...names: readonly (keyof typeof HEADERS)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Refusals that several operations share. Their names are used in references. */
const RESPONSES = {
  Invalid: refusal('The request has a mistake. Messages come by field, or under `non_field_errors`.', {
    fields: { email: ['Enter a valid email address.'], 'lines.0.quantity': ['Enter a quantity.'] },
    request: { non_field_errors: ['Send customers or matching.'] },
    ...codes('invalid_input'),
  }),
  NotLoggedIn: refusal('No token or key, or one that has ended.', codes('not_signed_in', 'api_key_refused')),
  NotAllowed: refusal('The caller may not do this.', codes('scope_missing', 'not_allowed')),
  NotFound: refusal('Not there, or not in this account.', codes('not_found')),
  Conflict: refusal('Not possible in the state that the record has now.', codes('wrong_state', 'conflict')),
  KeyReused: refusal('The Idempotency-Key was used for another request.', codes('idempotency_key_reused')),
  TooManyRequests: refusal(
    'The key has used its requests.',
    codes('too_many_requests'),
    headerRefs('RateLimit', 'RateLimit-Policy', 'Retry-After'),
  ),
  Refused: refusal('Any other refusal: a code with its status and text.', codes('internal', 'busy')),
}

export const COMPONENTS = {
  securitySchemes: SECURITY_SCHEMES,
  schemas: { Error: ERROR },
  headers: HEADERS,
  responses: RESPONSES,
}

export const responseRef = (name: keyof typeof RESPONSES): Json => ({
  $ref: `#/components/responses/${name}`,
})

/** Header of the answer to a write that may have been kept. */
export const REPLAY_HEADERS = headerRefs('Idempotency-Replayed')
