import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes, contract } from '../../contract/index.ts'
import { sha256 } from '../../server/platform/ids.ts'
import { A_PASSWORD, aSecondFactor, removeSecondFactor } from '../../server/rooms/identity/testing.ts'
import { aPortalFactor } from '../../server/rooms/portal/testing.ts'
import { callApi } from '../../testing/call-api.ts'
import { createFaultyServer, type Fault, type FaultyServer } from '../../testing/faulty-server.ts'
import { defectsOf } from '../../testing/forgery/defective-secrets.ts'
import { type SecretField, secretFieldsOf } from '../../testing/forgery/secret-fields.ts'
import { forgetSecrets } from '../../testing/logs/watched-log.ts'
import { type AuthorizationFlow, pageOf } from '../../testing/provider-round-trips.ts'
import { type SweptCompany, staffSession } from '../../testing/sweep/company.ts'
import { type SampleCall, sampleOf } from '../../testing/sweep/samples.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import { type Answer, type Cell, send } from '../../testing/sweep/sweep-call.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { findRefusalProblem, setUpForgery } from './forgery-fixture.ts'

const { roundTrips, test, own, rival, principals, cells } = setUpForgery()

/**
 * The reply of the route that mails a new pay link, whether or not it mails one. Its own tests count the
 * mails.
 */
const LINK_RENEWED = 'If this invoice is still open, we emailed a new link to the address on file.'

/**
 * Checks that a response is a refusal, or one of the two replies that say nothing about a link. The 'huge'
 * defect repeats the secret, so a long secret exceeds the limits on bodies and addresses.
 */
const findProblem = (name: string, answer: Answer): string | null =>
  answer.status === 200 &&
  (answer.text === '{"state":"ended"}' || answer.text === JSON.stringify({ detail: LINK_RENEWED }))
    ? null
    : findRefusalProblem(name, answer, name === 'huge' ? [400, 404, 413, 414] : [400, 404])

/** Fields named like secrets: parts of addresses, states of records, an id that needs a session as well. */
const NO_SECRETS = [
  'PATCH /api/accounts/:account/accounting-connections/:provider/ body.fee_tax_code',
  'PATCH /api/accounts/:account/company/ body.postal_address.postal_code',
  'PATCH /api/accounts/:account/company/ body.if_unchanged.postal_address.postal_code',
  'PATCH /api/accounts/:account/company/ body.if_unchanged.postal_address.state',
  'PATCH /api/accounts/:account/company/ body.postal_address.state',
  'POST /api/accounts/:account/customers/ body.postal_code',
  'POST /api/accounts/:account/customers/ body.state',
  'PATCH /api/accounts/:account/customers/:customer/ body.postal_code',
  'PATCH /api/accounts/:account/customers/:customer/ body.state',
  'PATCH /api/accounts/:account/customers/:customer/ body.if_unchanged.postal_code',
  'PATCH /api/accounts/:account/customers/:customer/ body.if_unchanged.state',
  'PUT /api/contact-data/ body.postal_code',
  'PUT /api/contact-data/ body.state',
  'GET /api/accounts/:account/access-requests/ query.state',
  'GET /api/accounts/:account/customer-portal/ query.state',
  'GET /api/accounts/:account/invoices/ query.filter_state',
  'GET /api/accounts/:account/invoices/ query.exclude_state',
  'GET /api/accounts/:account/late-fees/ query.state',
  'GET /api/accounts/:account/accounting-conflicts/ query.state',
  'GET /api/accounts/:account/payment-cases/ query.state',
  'GET /api/accounts/:account/payment-plans/ query.state',
  'DELETE /api/accounts/:account/report-links/:link/ params.link',
  'GET /api/accounts/:account/webhook-endpoints/:webhook/deliveries/ query.state',
  'DELETE /api/accounts/:account/api-keys/:key/ params.key',
  'PATCH /api/accounts/:account/api-keys/:key/ params.key',
  'POST /api/accounts/:account/invoice-runs/ body.matching.exclude_state',
  'POST /api/accounts/:account/invoice-runs/ body.matching.filter_state',
  'POST /api/accounts/:account/invoice-runs/pdfs/ body.matching.exclude_state',
  'POST /api/accounts/:account/invoice-runs/pdfs/ body.matching.filter_state',
  'POST /api/accounts/:account/invoice-runs/preview/ body.matching.exclude_state',
  'POST /api/accounts/:account/invoice-runs/preview/ body.matching.filter_state',
  'POST /api/accounts/:account/invoices/export/ body.exclude_state',
  'POST /api/accounts/:account/invoices/export/ body.filter_state',
  'POST /api/accounts/:account/late-fees/export/ body.state',
  'POST /api/accounts/:account/payment-plans/export/ body.state',
  'POST /api/accounts/:account/payment-cases/export/ body.state',
  'POST /api/accounts/:account/customer-portal/export/ body.state',
  'POST /api/accounts/:account/access-requests/export/ body.state',
  'POST /api/accounts/:account/accounting-conflicts/export/ body.state',
]
/** Session tokens, which forged-tokens.test.ts covers. */
const SESSION_TOKENS = [
  'POST /api/profile/token-refresh/ body.token',
  'POST /api/profile/framed-session/ body.token',
]

/** Fields with a mailed secret, and who may call the route. */
const MAILED_SECRETS: Readonly<Record<string, string>> = {
  'POST /api/profile/verify-email/ body.token': 'anonymous',
  'POST /api/profile/email-link/ body.token': 'anonymous',
  'POST /api/profile/reset-password/ body.token': 'anonymous',
  'POST /api/profile/portal-link/ body.token': 'anonymous',
  'POST /api/profile/enrol/ body.token': 'anonymous',
  'POST /api/profile/login-link/open/ body.token': 'anonymous',
  'POST /api/profile/provider-login/ body.token': 'anonymous',
  'POST /api/profile/provider-signup/ body.token': 'anonymous',
  'POST /api/pay-link/ body.token': 'anonymous',
  'POST /api/pay-link/company/ body.token': 'anonymous',
  'POST /api/pay-link/renew/ body.token': 'anonymous',
  'POST /api/preview/ body.code': 'anonymous',
  'POST /api/ista-report/ body.token': 'anonymous',
  'POST /unsubscribe/ query.token': 'anonymous',
  'POST /api/payment-plan-proposal/ body.token': 'anonymous',
  'POST /api/payment-plan-proposal/confirm/ body.token': 'anonymous',
  'POST /api/unsubscribe/ body.token': 'anonymous',
  'PUT /api/unsubscribe/ body.token': 'anonymous',
  'GET /api/invites/:code/ params.code': 'anonymous',
  'POST /api/invites/:code/accept/ params.code': 'unverified user',
}
/**
 * Fields with a short code that people type, with or without spaces and dashes, and who may call the route.
 */
const TYPED_CODES: Readonly<Record<string, string>> = {
  'POST /api/pay-link/portal/ body.code': 'pay link',
  'POST /api/pay-link/unlock/ body.code': 'pay link',
  'POST /api/profile/login/ body.auth_code': 'anonymous',
  'POST /api/profile/login-link/open/ body.auth_code': 'anonymous',
  'POST /api/profile/provider-login/ body.auth_code': 'anonymous',
  'POST /api/profile/second-factor/confirm/ body.auth_code': 'viewer',
  'POST /api/profile/second-factor/recovery-codes/ body.auth_code': 'viewer',
  'POST /api/profile/second-factor/prove/ body.auth_code': 'viewer',
  'POST /api/profile/second-factor/end/ body.auth_code': 'viewer',
  'POST /api/profile/identities/ body.auth_code': 'viewer',
  'POST /api/profile/identities/end/ body.auth_code': 'viewer',
  'POST /api/accounts/:account/team/members/:user/end-second-factor/ body.auth_code': 'owner',
  'POST /api/accounts/:account/team/hand-over/ body.auth_code': 'owner',
  'POST /api/accounts/:account/team/transfer/ body.auth_code': 'owner',
}
/** Fields of a callback. */
const CALLBACK_FIELDS = [
  'POST /api/profile/auth-code-exchange/ body.code',
  'POST /api/profile/auth-code-exchange/ body.extra_data.state',
  'POST /api/profile/auth-code-exchange/ body.extra_data.browser_key',
  'PUT /api/profile/auth-code-connect/ body.code',
  'PUT /api/profile/auth-code-connect/ body.extra_data.state',
  'PUT /api/profile/auth-code-connect/ body.extra_data.browser_key',
]

/** Need a processor that sends them; server/rooms/connections/connections.test.ts refuses other values. */
const PROCESSOR_FIELDS = [
  'POST /api/accounts/:account/payment-connections/:provider/finish/ body.code',
  'POST /api/accounts/:account/payment-connections/:provider/finish/ body.state',
  'POST /api/accounts/:account/accounting-connections/:provider/finish/ body.code',
  'POST /api/accounts/:account/accounting-connections/:provider/finish/ body.state',
]

const secretFields = secretFieldsOf(allRoutes)
const fieldOf = (name: string) => secretFields.find((one) => one.name === name)!

it('lists every field of the contract that is named like a secret', () => {
  const listed = [
    ...NO_SECRETS,
    ...SESSION_TOKENS,
    ...Object.keys(MAILED_SECRETS),
    ...Object.keys(TYPED_CODES),
    ...CALLBACK_FIELDS,
    ...PROCESSOR_FIELDS,
  ]
  expect(secretFields.map(({ name }) => name).sort()).toEqual(listed.sort())
})

type Values = Record<string, unknown>
const objectWith = (call: SampleCall, { place, path }: SecretField): Values =>
  path.slice(0, -1).reduce((at, name) => at[name] as Values, call[place] as Values)
const secretIn = (call: SampleCall, field: SecretField): string =>
  objectWith(call, field)[field.path.at(-1)!] as string
/** Returns a copy of the call with another value as its secret. */
function withSecret(call: SampleCall, field: SecretField, value: unknown): SampleCall {
  const copy = { ...call, [field.place]: structuredClone(call[field.place]) } as SampleCall
  objectWith(copy, field)[field.path.at(-1)!] = value
  return copy
}

/** Returns the defects that fit the field. An address takes well-formed texts only. */
const defectsFor = (secret: string, { place }: SecretField): [string, unknown][] =>
  defectsOf(secret).filter(
    ([, value]) => place === 'body' || (typeof value === 'string' && value !== '' && value.isWellFormed()),
  )

const cellOf = ({ route }: SecretField, caller: string): Cell => {
  const who = principals.find(({ name }) => name === caller)!
  return cells.find((one) => one.route === route && one.who === who)!
}

async function tryOne(
  cell: Cell,
  name: string,
  call: SampleCall,
  token?: string,
  server: TestServer = test,
): Promise<string | null> {
  await test.app.db.deleteFrom('throttle_counters').execute()
  return findProblem(name, await send(server, cell, call, token === undefined ? {} : { token }))
}

/**
 * Returns a problem or null for each defect of a mailed secret, and a function that sends the genuine one.
 */
async function tryDefects(server: TestServer, name: string, caller: string) {
  const field = fieldOf(name)
  const cell = cellOf(field, caller)
  const sample = async (company: SweptCompany): Promise<SampleCall> =>
    sampleOf.get(field.route)!(subjectOf(test, company, company.debtors.first, false), cell.who)
  const call = await sample(own)
  const problems: (string | null)[] = []
  for (const [defect, value] of defectsFor(secretIn(call, field), field))
    problems.push(await tryOne(cell, defect, withSecret(call, field, value), undefined, server))
  // The secret of another tenant, on routes that belong to one company.
  if (call.host === own.host) {
    const theirs = await sample(rival)
    problems.push(await tryOne(cell, 'of another tenant', { ...theirs, host: own.host }, undefined, server))
  }
  return { problems, sendGenuine: () => send(server, cell, call) }
}

it.each(Object.entries(MAILED_SECRETS))('%s refuses a secret with any defect', async (name, caller) => {
  const { problems, sendGenuine } = await tryDefects(test, name, caller)
  expect(problems.length).toBeGreaterThan(15)
  expect(problems.filter(Boolean)).toEqual([])
  expect((await sendGenuine()).status).toBeLessThan(300)
})

/**
 * Returns the user whose code it is: the caller, or the newest user for a call without a session. At a portal it is the login
 * of the mailed link.
 */
async function findUserId(cell: Cell, call: SampleCall, token: string | undefined): Promise<string> {
  if (call.host) {
    const tokens = test.app.db.selectFrom('one_time_tokens').select('subject_id')
    const hash = sha256((call.body as { token: string }).token)
    return (await tokens.where('token_hash', '=', hash).executeTakeFirstOrThrow()).subject_id!
  }
  const bearer = call.headers?.authorization?.replace('Bearer ', '') ?? token
  if (bearer === undefined)
    return (
      await test.app.db.selectFrom('users').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    ).id
  const read = await test.app.tokens.verify(bearer, test.clock.wallNow())
  if (!read.ok) throw new Error(`${cell.who.name} has no session.`)
  return read.claims.subject
}

const purposeOf = (name: string) => (name.includes('/portal/') ? 'pay_link_portal' : 'pay_link_code')

/** Typed codes are compared without spaces and dashes. */
const normalizeCode = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/[\s-]/g, '') : value

it.each(Object.entries(TYPED_CODES))('%s refuses a code with any defect', async (name, caller) => {
  const field = fieldOf(name)
  const cell = cellOf(field, caller)
  const subject = subjectOf(test, own, own.debtors.first, false)
  const token = await cell.who.renew()
  const who = { ...cell.who, token }
  // Makes the sample's user the newest.
  test.clock.advance(1)
  const made: SampleCall = await sampleOf.get(field.route)!(subject, who)
  const begins = name.includes('/confirm/')
  const person = field.path.at(-1) === 'auth_code' ? await findUserId(cell, made, token) : null
  const state = begins ? 'begun' : 'confirmed'
  const createCall = async (): Promise<SampleCall> => {
    if (person === null) return withSecret(made, field, await subject.code(who, purposeOf(name)))
    const factor = made.host
      ? (await own.run((ctx) => aPortalFactor(ctx, person, state)))!
      : await test.transact((ctx) => aSecondFactor(ctx, person, state))
    return withSecret(made, field, factor.recoveryCodes[0] ?? factor.code)
  }
  const problems: (string | null)[] = []
  let call = await createCall()
  const secret = secretIn(call, field)
  for (const [defect, value] of defectsFor(secret, field)) {
    if (normalizeCode(value) === normalizeCode(secret)) continue
    if (person === null) call = await createCall()
    const [, defective] = defectsOf(secretIn(call, field)).find(([one]) => one === defect)!
    if (normalizeCode(defective) === normalizeCode(secretIn(call, field))) continue
    problems.push(await tryOne(cell, defect, withSecret(call, field, defective), token))
  }
  expect(problems.length).toBeGreaterThan(12)
  expect(problems.filter(Boolean)).toEqual([])
  await test.app.db.deleteFrom('throttle_counters').execute()
  const answer = await send(test, cell, call, token === undefined ? {} : { token })
  expect(answer.status, answer.text).toBeLessThan(300)
  if (person !== null && !made.host) await test.transact((ctx) => removeSecondFactor(ctx, person))
})

/**
 * Returns the callback of an unknown person from Facebook. With a token it links the login of that session.
 */
async function createCallback(token: string | undefined): Promise<SampleCall> {
  const where = { provider: 'facebook' as const, redirectUrl: pageOf('facebook') }
  const body = { provider: 'facebook', redirect_url: where.redirectUrl, current_password: A_PASSWORD }
  const begun = token
    ? await callApi<AuthorizationFlow>(test.server, {
        ...{ method: 'POST', path: contract.socialLogins.beginLink.path },
        ...{ body, token },
      })
    : null
  const flow = begun ? { ...begun.body, ...where } : await roundTrips.begin('facebook')
  const callback = await roundTrips.approve(flow, { subject: randomUUID() })
  return { query: { provider: 'facebook', redirect_url: where.redirectUrl }, body: callback }
}

it.each(CALLBACK_FIELDS)('%s refuses a value with any defect', async (name) => {
  const field = fieldOf(name)
  const links = field.route === contract.socialLogins.connect
  const cell = cellOf(field, links ? 'viewer' : 'anonymous')
  const person = await subjectOf(test, own, own.debtors.first, false).person()
  const token = links ? await staffSession(test, person.id) : undefined
  let call = await createCallback(token)
  const problems: (string | null)[] = []
  for (const [defect] of defectsOf(secretIn(call, field))) {
    // A callback with an unknown code consumes the authorization request.
    if (name.endsWith('body.code')) call = await createCallback(token)
    const [, defective] = defectsOf(secretIn(call, field)).find(([one]) => one === defect)!
    problems.push(await tryOne(cell, defect, withSecret(call, field, defective), token))
  }
  expect(problems.filter(Boolean)).toEqual([])
  if (name.endsWith('body.code')) call = await createCallback(token)
  expect((await send(test, cell, call, { token })).status).toBeLessThan(300)
})

/** Changes a link's secret before the lookup. */
const changeToken = (change: (token: string) => string): Fault => ({
  before: ({ body }) => {
    const sent = body as { token?: unknown }
    if (typeof sent.token === 'string') sent.token = change(sent.token)
  },
})

describe('an injected bug is detected', () => {
  let faulty: FaultyServer
  beforeAll(async () => {
    faulty = await createFaultyServer(test)
    // The faulty server logs the defective texts, which the tests above used as secrets.
    forgetSecrets()
  })
  afterAll(() => faulty?.close())

  it.each([
    ['text after a secret is ignored', 'longer: 200', (token: string) => token.slice(0, 43)],
    ['an empty secret matches', 'nothing: 200', (token: string, genuine: string) => token || genuine],
  ])('%s', async (_, expected, change) => {
    faulty.setFault(changeToken((token) => change(token, own.debtors.first.payLinkSecret)))
    const { problems } = await tryDefects(faulty, 'POST /api/pay-link/ body.token', 'anonymous')
    expect(problems.map((one) => one?.slice(0, expected.length))).toContain(expected)
  })
})
