import { expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from './index.ts'
import { isFileBody, isRawBody } from './route.ts'

/*
 * No input but the addresses of the logo and of webhooks makes the product send a request to an address, or a browser go to one. A new field that accepts an address
 * fails this test until it is listed here with its treatment.
 */
const REVIEWED: Readonly<Record<string, string>> = {
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
    'Reduced to an https origin that is sent to browsers; the product itself never opens it.',
  'POST /api/accounts/:account/company/logo/ body.url':
    'Read once, over https and from a public address only; see server/platform/web-files.',
  ...Object.fromEntries(
    [
      'POST /api/accounts/:account/webhook-endpoints/',
      'PATCH /api/accounts/:account/webhook-endpoints/:webhook/',
    ].map((route) => [
      `${route} body.url`,
      'Called over https at a public address only, without redirects; see server/platform/webhooks.',
    ]),
  ),
  'PATCH /api/accounts/:account/company/ body.website':
    'Shown on documents as a link, http and https only; the product itself never opens it.',
  'PATCH /api/accounts/:account/company/ body.if_unchanged.website':
    'Compared with the stored website, and neither stored nor opened.',
  ...Object.fromEntries(
    ['sub_domain', 'allowed_embed_url'].map((field) => [
      `POST /api/accounts/:account/customer-portal/preferences/ body.if_unchanged.${field}`,
      'Compared with what is stored, and neither stored nor opened.',
    ]),
  ),
}

const NAMES =
  /url|uri|href|host|domain|origin|redirect|next|return|callback|webhook|endpoint|server|site|image|picture|src|proxy|feed/i
/** Field names that match NAMES and hold no address. */
const HARMLESS = new Set(['returned', 'webhook'])
const ADDRESSES = ['http://169.254.169.254/latest/', 'https://evil.test/', 'evil.test/path']

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  format?: string
}

/** The fields of a shape at any depth, each with its JSON Schema. */
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

/** True for a field that turns its input into an address, such as 'evil.test' into 'https://evil.test/'. */
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

it('no route accepts an address that isn’t listed here', () => {
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
  expect(found.sort()).toEqual(Object.keys(REVIEWED).sort())
})
