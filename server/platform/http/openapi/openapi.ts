import type { z } from 'zod'
import { idempotencyOf, isFileBody, isRawBody, type Route, scopeOfRoute } from '../../../../contract/route.ts'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../../../contract/shapes.ts'
import { API_SECTIONS, groupOf } from './api-groups.ts'
import { COMPONENTS, REPLAY_HEADERS, responseRef } from './components.ts'
import { descriptionOf } from './description-of.ts'
import { exampleOf, exampleOfParameter } from './openapi-example.ts'
import { type Json, schemaOf, subjectOf } from './schema-of.ts'

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: Json
  tags: readonly Json[]
  'x-tagGroups': readonly Json[]
  paths: Record<string, Record<string, Json>>
  components: Json
}

/** Returns the contract as OpenAPI 3.1. */
export function openApiDocument(routes: readonly Route[]): OpenApiDocument {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Quittance', version: '1', description: DESCRIPTION },
    tags: API_SECTIONS.flatMap(({ groups }) =>
      groups.map(({ title, about }) => ({ name: title, description: about })),
    ),
    'x-tagGroups': API_SECTIONS.map(({ title, groups }) => ({
      name: title,
      tags: groups.map((one) => one.title),
    })),
    paths,
    components: COMPONENTS,
  }
}

const DESCRIPTION = `Invoicing, collection and customer portal.

Programs send an API key (Settings, Developers) as \`Authorization: Bearer qk_…\`; \`x-scope\` of a call names the scope that it
needs. Amounts are decimal strings, dates ISO calendar dates, instants ISO UTC. A write with an \`Idempotency-Key\` has its effect
once: the same request gets the same answer for 24 hours. Every write inside an account accepts the header; the description of
every other one says why it does not.`

/** The parts of an operation that the reference page reads. */
export interface Operation extends Json {
  readonly summary: string
  readonly description: string
  readonly operationId: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Json>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Json
  readonly example?: unknown
}

export type Content = Readonly<Record<string, { readonly schema: Json; readonly example?: unknown }>>

/** Returns the description of one route. */
export function operationOf(route: Route): Operation {
  const open = ['public', 'signed', 'demo'].includes(route.access.kind)
  const scope = scopeOfRoute(route)
  return {
    summary: route.summary,
    description: descriptionOf(route),
    operationId: `${route.method.toLowerCase()}${route.path.replace(/\/:?(\w[\w-]*)/g, (_, part: string) => `_${part.replace(/-/g, '_')}`).replace(/\/$/, '')}`,
    tags: [groupOf(route).title],
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
      [String(statusOf(route))]: success(route),
      ...(route.params || route.query || route.body ? { 400: responseRef('Invalid') } : {}),
      ...(!open && { 401: responseRef('NotLoggedIn'), 403: responseRef('NotAllowed') }),
      ...(Object.keys(route.params?.shape ?? {}).length > 0 && { 404: responseRef('NotFound') }),
      ...(route.method !== 'GET' && route.method !== 'OPTIONS' && { 409: responseRef('Conflict') }),
      ...(idempotencyOf(route) === 'kept' && { 422: responseRef('KeyReused') }),
      ...(scope !== null && { 429: responseRef('TooManyRequests') }),
      default: responseRef('Refused'),
    },
  }
}

/** Status of a success. */
export const statusOf = ({ status, reply }: Route): number => status ?? (reply === 'nothing' ? 204 : 200)

/** A key may call where it has the scope; a person with the right always may. */
const securityOf = (route: Route): Json[] => {
  const scope = scopeOfRoute(route)
  return [{ token: [] }, ...(scope === null ? [] : [{ apiKey: [scope] }])]
}

function idempotencyHeader(route: Route): Parameter[] {
  if (idempotencyOf(route) !== 'kept') return []
  const description =
    'Makes the write safe to repeat: the same key and request get the same answer for 24 hours.'
  const schema = { type: 'string', minLength: 1, maxLength: 255, description }
  return [{ name: 'Idempotency-Key', in: 'header', required: false, schema, example: 'order-2026-1042' }]
}

/** Parameters that mean the same everywhere. */
const LIST_PARAMETERS: Readonly<Record<string, string>> = {
  account: 'the account whose records are read or changed',
  page: 'number of the page, from 1',
  page_size: `records on a page: ${PAGE_SIZES.join(', ')}; default ${DEFAULT_PAGE_SIZE}`,
  search: 'text that the records contain',
  order_by: 'a column; with - before it for descending order',
}

function parameters(shape: z.ZodObject | undefined, place: 'path' | 'query'): Parameter[] {
  if (!shape) return []
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: {
      ...schema,
      ...(!schema.description && name in LIST_PARAMETERS && { description: LIST_PARAMETERS[name] }),
    },
    ...(place === 'path' && { example: exampleOfParameter(schema, name) }),
  }))
}

/** A staff route without an account in its path takes it from a header. */
function accountHeader({ access, params }: Route): Parameter[] {
  if (access.kind !== 'staff' || params?.shape.account) return []
  const schema = { type: 'string', format: 'uuid' }
  return [{ name: 'X-Account-Id', in: 'header', required: true, schema }]
}

function requestBody(route: Route): { requestBody?: { required: true; content: Content } } {
  if (route.body === undefined) return {}
  if (isFileBody(route.body) || isRawBody(route.body)) {
    const types = isFileBody(route.body) ? route.body.file : route.body.raw
    return {
      requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, BYTES])) },
    }
  }
  const schema = schemaOf(route.body, 'input')
  const example = exampleOf(schema, subjectOf(route), true)
  return { requestBody: { required: true, content: { 'application/json': { schema, example } } } }
}

const BYTES = { schema: { type: 'string', format: 'binary' } }

function success(route: Route): Json {
  const headers = idempotencyOf(route) === 'kept' ? { headers: REPLAY_HEADERS } : {}
  if (route.reply === 'nothing') return { description: 'Done', ...headers }
  if (route.reply === 'file') return { description: 'The file', content: { '*/*': BYTES } }
  const schema = schemaOf(route.reply, 'output')
  const example = exampleOf(schema, subjectOf(route), false)
  return { description: 'Done', ...headers, content: { 'application/json': { schema, example } } }
}
