import { z } from 'zod'
import { ERRORS } from '../../../../contract/errors.ts'
import { isFileBody, isRawBody, type Route, scopeOfRoute } from '../../../../contract/route.ts'
import { exampleOf } from './openapi-example.ts'

type Json = Record<string, unknown>

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: Json
  paths: Record<string, Record<string, Json>>
  components: Json
}

/** Returns the contract as OpenAPI 3.1. */
export function openApiDocument(routes: readonly Route[]): OpenApiDocument {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Quittance', version: '1', description: DESCRIPTION },
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { Error: ERROR },
      headers: HEADERS,
      responses: { Refused: REFUSED, TooManyRequests: TOO_MANY_REQUESTS },
    },
  }
}

const DESCRIPTION = `Invoicing, collection and customer portal.

Programs send an API key (Settings, Developers) as \`Authorization: Bearer qk_…\`; \`x-scope\` of a call names the scope that it
needs. Amounts are decimal strings, dates ISO calendar dates, instants ISO UTC. A write with an \`Idempotency-Key\` has its effect
once: the same request gets the same answer for 24 hours.`

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

function operation(route: Route): Json {
  const open = ['public', 'signed', 'demo'].includes(route.access.kind)
  const scope = scopeOfRoute(route)
  return {
    summary: route.summary,
    operationId: `${route.method.toLowerCase()}${route.path.replace(/\/:?(\w[\w-]*)/g, (_, part: string) => `_${part.replace(/-/g, '_')}`).replace(/\/$/, '')}`,
    'x-access': route.access,
    ...(open ? {} : { security: securityOf(route) }),
    ...(scope !== null && { 'x-scope': scope }),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...accountHeader(route),
      ...idempotencyHeader(route),
    ],
    ...requestBody(route),
    responses: {
      [String(route.status ?? (route.reply === 'nothing' ? 204 : 200))]: success(route),
      ...(scope !== null && { 429: { $ref: '#/components/responses/TooManyRequests' } }),
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

/** A key may call where it has the scope; a person with the right always may. */
const securityOf = (route: Route): Json[] => {
  const scope = scopeOfRoute(route)
  return [{ token: [] }, ...(scope === null ? [] : [{ apiKey: [scope] }])]
}

const refusal = (example: Json): Json => ({
  'application/json': { schema: { $ref: '#/components/schemas/Error' }, example },
})

const REFUSED = {
  description: 'Refused. A code with its status and text, or messages by field.',
  content: refusal({ detail: ERRORS.scope_missing.detail, code: 'scope_missing' }),
}

const TOO_MANY_REQUESTS = {
  description: 'The key has used its requests.',
  headers: Object.fromEntries(
    Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  ),
  content: refusal({
    detail: 'You have made too many requests. Please wait before trying again.',
    code: 'too_many_requests',
  }),
}

/** Writes of callers inside an account keep their answers. */
function idempotencyHeader({ method, access, reply }: Route): Json[] {
  const isKept = ['staff', 'customer', 'payer'].includes(access.kind) && reply !== 'file'
  if (method === 'GET' || method === 'OPTIONS' || !isKept) return []
  const schema = { type: 'string', minLength: 1, maxLength: 255 }
  return [{ name: 'Idempotency-Key', in: 'header', required: false, schema }]
}

function parameters(shape: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!shape) return []
  const { properties = {}, required = [] } = toSchema(shape, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }))
}

/** A staff route without an account in its path takes it from a header. */
function accountHeader({ access, params }: Route): Json[] {
  if (access.kind !== 'staff' || params?.shape.account) return []
  return [{ name: 'X-Account-Id', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } }]
}

function requestBody(route: Route): Json {
  if (route.body === undefined) return {}
  if (isFileBody(route.body) || isRawBody(route.body)) {
    const types = isFileBody(route.body) ? route.body.file : route.body.raw
    const content = Object.fromEntries(
      types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    )
    return { requestBody: { required: true, content } }
  }
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toSchema(route.body, 'input'), ...example(route.body) } },
    },
  }
}

/** An example that the route itself accepts; none where the shape can't be guessed. */
function example(body: z.ZodType): Json {
  const value = exampleOf(toSchema(body, 'input'))
  return body.safeParse(value).success ? { example: value } : {}
}

function success(route: Route): Json {
  if (route.reply === 'nothing') return { description: 'Done' }
  if (route.reply === 'file')
    return { description: 'The file', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  return { description: 'Done', content: { 'application/json': { schema: toSchema(route.reply, 'output') } } }
}

function toSchema(shape: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Json
  return schema
}
