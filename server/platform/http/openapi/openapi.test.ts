import { Ajv2020 as Ajv } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ERRORS, type ErrorCode } from '../../../../contract/errors.ts'
import { allRoutes, contract } from '../../../../contract/index.ts'
import { idempotencyOf, type Route, scopeOfRoute } from '../../../../contract/route.ts'
import { date } from '../../../../contract/shapes.ts'
import { API_SCOPE_NAMES } from '../../../../domain/people/api-scopes.ts'
import { API_GROUPS } from './api-groups.ts'
import { type Content, openApiDocument, operationOf, statusOf } from './openapi.ts'
import { exampleOf } from './openapi-example.ts'
import { schemaOf } from './schema-of.ts'

type Json = Record<string, unknown>
const document = openApiDocument(allRoutes)
const described = new Map(allRoutes.map((route) => [route, operationOf(route)]))
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method,
    operation: operation as unknown as Operation,
  })),
)

interface Operation {
  readonly operationId: string
  readonly parameters: readonly { name: string; in: string; required: boolean }[]
  readonly security?: readonly Json[]
  readonly responses: Json
  readonly requestBody?: { content: Record<string, { example?: unknown; schema: Json }> }
  readonly 'x-scope'?: string
}

/** Every reference in the document. */
function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inside]) =>
    name === '$ref' && typeof inside === 'string' ? [inside] : referencesIn(inside),
  )
}

it('references only what the document has', () => {
  const missing = new Set(
    referencesIn(document).filter((reference) => {
      if (!reference.startsWith('#/components/')) return false
      let at: unknown = document
      for (const part of reference.slice(2).split('/')) at = (at as Json | undefined)?.[part]
      return at === undefined
    }),
  )
  expect([...missing]).toEqual([])
})

it('names each operation once, with every parameter of its path', () => {
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
  for (const { path, operation } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name)
    expect(declared.toSorted(), path).toEqual(inPath.toSorted())
    const named = operation.parameters.map((one) => `${one.in} ${one.name}`)
    expect(new Set(named).size, path).toBe(named.length)
  }
})

it('says for each route whether a key may call it, and with which scope', () => {
  const schemes = Object.keys((document.components as { securitySchemes: Json }).securitySchemes)
  const byAddress = new Map(operations.map(({ path, method, operation }) => [`${method} ${path}`, operation]))
  for (const route of allRoutes) {
    const operation = byAddress.get(`${route.method.toLowerCase()} ${route.path.replace(/:(\w+)/g, '{$1}')}`)!
    const scope = scopeOfRoute(route)
    expect(operation['x-scope'] ?? null, route.path).toBe(scope)
    const named = (operation.security ?? []).flatMap((one) => Object.keys(one))
    for (const name of named) expect(schemes).toContain(name)
    expect(named.includes('apiKey'), route.path).toBe(scope !== null)
    expect('429' in operation.responses).toBe(scope !== null)
  }
  expect(new Set(allRoutes.map(scopeOfRoute).filter((scope) => scope !== null))).toEqual(
    new Set(API_SCOPE_NAMES),
  )
})

/** The check of a JSON schema of the document. */
const checks = addFormats.default(
  new Ajv({ strict: false, validateSchema: false, logger: false, code: { optimize: false } }),
)
checks.addFormat('decimal', /^-?\d+(\.\d+)?$/)
const problemsOf = (schema: Json, value: unknown): unknown[] =>
  checks.validate(schema, value) ? [] : (checks.errors ?? [])

const isJsonBody = ({ body }: Route): boolean => body !== undefined && !('file' in body) && !('raw' in body)

describe.each(allRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_, route) => {
    const { description, requestBody, parameters, responses } = described.get(route)!

    it('has examples that its own shapes accept', () => {
      if (isJsonBody(route)) {
        const { schema, example } = requestBody!.content['application/json']!
        expect((route.body as z.ZodType).safeParse(example).error?.issues ?? []).toEqual([])
        expect(problemsOf(schema, example)).toEqual([])
      }
      if (typeof route.reply !== 'string') {
        const { content } = responses[statusOf(route)] as { content: Content }
        const { schema, example } = content['application/json']!
        expect(route.reply.safeParse(example).error?.issues ?? []).toEqual([])
        expect(problemsOf(schema, example)).toEqual([])
      }
      const inPath = parameters.filter((one) => one.in === 'path')
      const values = Object.fromEntries(inPath.map(({ name, example }) => [name, example]))
      expect(route.params?.safeParse(values).error?.issues ?? []).toEqual([])
    })

    it('accepts an Idempotency-Key if it writes inside an account, and says why where it does not', () => {
      const declared = parameters.some(({ name }) => name === 'Idempotency-Key')
      expect(declared).toBe(idempotencyOf(route) === 'kept')
      expect('422' in responses).toBe(declared)
      const explained = /Idempotency-Key/.test(description)
      expect(explained).toBe(!declared && route.method !== 'GET' && route.method !== 'OPTIONS')
    })
  },
)

it('shows the same record under the same id in addresses and bodies', () => {
  const { parameters, responses } = operationOf(contract.customers.read)
  const { content } = responses[200] as { content: Content }
  const customer = content['application/json']!.example as { pk: string }
  expect(parameters.find(({ name }) => name === 'customer')!.example).toBe(customer.pk)
  const created = operationOf(contract.customers.create).responses[201] as { content: Content }
  expect(created.content['application/json']!.example).toEqual(customer)
})

it('shows refusals in the shape of errors, with their own status and text', () => {
  const { responses, schemas } = document.components as {
    responses: Record<string, { content: Record<string, { examples: Record<string, { value: Json }> }> }>
    schemas: { Error: Json }
  }
  const statuses = new Map<string, string>()
  for (const { operation } of operations)
    for (const [status, response] of Object.entries(operation.responses)) {
      const name = /responses\/(\w+)$/.exec((response as { $ref?: string }).$ref ?? '')?.[1]
      if (name !== undefined) statuses.set(name, status)
    }
  expect([...statuses.keys()].toSorted()).toEqual(Object.keys(responses).toSorted())
  for (const [name, { content }] of Object.entries(responses))
    for (const { value } of Object.values(content['application/json']!.examples)) {
      expect(problemsOf(schemas.Error, value), name).toEqual([])
      if (value.code === undefined) continue
      const { status, detail } = ERRORS[value.code as ErrorCode]
      expect(value.detail).toBe(detail)
      if (statuses.get(name) !== 'default') expect(String(status), name).toBe(statuses.get(name))
    }
})

it('refuses an example without a required field, or with a text for a number', () => {
  const shape = z.object({ count: z.number(), due: date })
  const schema = schemaOf(shape, 'output')
  expect(exampleOf(schema, 'invoice', false)).toEqual({ count: 1, due: '2026-12-02' })
  expect(problemsOf(schema, { count: 1 })).not.toEqual([])
  expect(problemsOf(schema, { count: '1', due: '2026-12-02' })).not.toEqual([])
  expect(problemsOf(schema, { count: 1, due: 'tomorrow' })).not.toEqual([])
})

it('has each room of the contract in one group, and each group as a tag', () => {
  expect(API_GROUPS.map(({ room }) => room).toSorted()).toEqual(Object.keys(contract).toSorted())
  expect(new Set(document.tags.map(({ name }) => name)).size).toBe(API_GROUPS.length)
})
