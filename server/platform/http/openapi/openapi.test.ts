import { expect, it } from 'vitest'
import { allRoutes } from '../../../../contract/index.ts'
import { scopeOfRoute } from '../../../../contract/route.ts'
import { API_SCOPE_NAMES } from '../../../../domain/people/api-scopes.ts'
import { openApiDocument } from './openapi.ts'

type Json = Record<string, unknown>
const document = openApiDocument(allRoutes)
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

it('has an example, which the route accepts, for most bodies that keys send', () => {
  const bodies = operations.flatMap(({ operation }) => {
    const body = operation.requestBody?.content['application/json']
    return body && operation['x-scope'] !== undefined ? [body] : []
  })
  const without = bodies.filter((body) => !('example' in body)).length
  expect(without).toBeLessThan(bodies.length / 4)
})
