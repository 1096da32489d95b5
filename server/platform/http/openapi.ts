import { z } from 'zod'
import { ERRORS } from '../../../contract/errors.ts'
import { isFileBody, isRawBody, type Route } from '../../../contract/route.ts'

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
    info: { title: 'Quittance', version: '1', description: 'Invoicing, collection and customer portal.' },
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: ERROR },
    },
  }
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
  return {
    summary: route.summary,
    operationId: `${route.method.toLowerCase()}${route.path.replace(/\/:?(\w[\w-]*)/g, (_, part: string) => `_${part.replace(/-/g, '_')}`).replace(/\/$/, '')}`,
    'x-access': route.access,
    ...(open ? {} : { security: [{ token: [] }] }),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...accountHeader(route),
    ],
    ...requestBody(route),
    responses: {
      [String(route.status ?? (route.reply === 'nothing' ? 204 : 200))]: success(route),
      default: failure,
    },
  }
}

const failure = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
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
      content: { 'application/json': { schema: toSchema(route.body, 'input') } },
    },
  }
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
