import { expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from './index.ts'
import { isFileBody, isRawBody } from './route.ts'

/*
 * Nothing that somebody sends makes the product call an address, or sends a browser to one. A field that begins to take
 * one fails this test until it is named here, with what is done to it.
 */
const TOLD: Readonly<Record<string, string>> = {
  'POST /api/profile/login/ body.sub_domain':
    'A label that is looked up among our companies; nothing is called by it.',
  ...Object.fromEntries(
    [
      'GET /api/profile/authorization-url/ query.redirect_url',
      'POST /api/profile/auth-code-exchange/ query.redirect_url',
      'PUT /api/profile/auth-code-connect/ query.redirect_url',
      'POST /api/profile/identities/ body.redirect_url',
    ].map((field) => [
      field,
      'Has to be a page of ours for the provider, letter by letter; nothing is called by it.',
    ]),
  ),
  'POST /api/profile/forgot-password/ body.sub_domain':
    'A label that is looked up among our companies; nothing is called by it.',
  ...Object.fromEntries(
    ['sub_domain', 'default_sub_domain'].map((field) => [
      `POST /api/accounts/:account/customer-portal/preferences/ body.${field}`,
      'A label that becomes, or is, part of the portal’s own address; nothing is called by it.',
    ]),
  ),
  'POST /api/accounts/:account/customer-portal/preferences/ body.allowed_embed_url':
    'Reduced to an https origin that browsers are told of; the product itself never opens it.',
  'PATCH /api/accounts/:account/company/ body.website':
    'Shown on documents as a link, http and https only; the product itself never opens it.',
}

const NAMES =
  /url|uri|href|host|domain|origin|redirect|next|return|callback|webhook|endpoint|server|site|image|picture|src|proxy|feed/i
/** Words of names that lead nowhere. */
const HARMLESS = new Set(['returned'])
const ADDRESSES = ['http://169.254.169.254/latest/', 'https://evil.test/', 'evil.test/path']

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  format?: string
}

/** The names of a shape's fields, at any depth, with what JSON Schema says of them. */
function fieldsOf(schema: Schema, at: string): [string, Schema][] {
  const inside = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]): [string, Schema][] => [
      [`${at}.${name}`, part],
      ...fieldsOf(part, `${at}.${name}`),
    ]),
    ...inside.flatMap((part) => fieldsOf(part, at)),
  ]
}

/** A field that makes an address of what it is given, such as 'https://evil.test/' of 'evil.test'. */
function makesAddresses(shape: unknown, name: string): boolean {
  const field = (shape as { shape?: Record<string, z.ZodType> })?.shape?.[name]
  return ADDRESSES.some((address) => {
    const parsed = field?.safeParse(address)
    return (
      parsed?.success === true &&
      typeof parsed.data === 'string' &&
      parsed.data !== address &&
      /^https?:/.test(parsed.data)
    )
  })
}

it('no route takes an address that isn’t told of here', () => {
  const found = allRoutes.flatMap((route) => {
    const body = route.body && !isFileBody(route.body) && !isRawBody(route.body) ? route.body : undefined
    return Object.entries({ params: route.params, query: route.query, body }).flatMap(([part, shape]) => {
      if (shape === undefined) return []
      const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema
      return fieldsOf(schema, part)
        .filter(([path, { format }]) => {
          const name = path.split('.').at(-1)!
          return format === 'uri' || (NAMES.test(name) && !HARMLESS.has(name)) || makesAddresses(shape, name)
        })
        .map(([path]) => `${route.method} ${route.path} ${path}`)
    })
  })
  expect(found.sort()).toEqual(Object.keys(TOLD).sort())
})
