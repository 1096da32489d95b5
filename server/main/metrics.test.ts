import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { callApi } from '../../testing/call-api.ts'
import { anHttpCompany } from '../../testing/http-company.ts'
import { setUp } from '../../testing/set-up.ts'
import { createTestServer, setUpTestServer } from '../../testing/test-server.ts'
import { signedRequest } from '../gateways/payments/sandbox/webhook.ts'
import { webhookSecrets } from '../platform/auth/webhook-secrets.ts'
import { unitOfWork } from '../platform/context.ts'
import { openReplica } from '../platform/db/replica/open-replica.ts'
import { freePort } from '../platform/free-port.ts'
import { cardForm } from '../rooms/payments/testing.ts'
import { checkInvariants } from './invariants/check-invariants.ts'

/** One alert rule of docs/operations.md. */
interface Alert {
  readonly name: string
  readonly expr: string
}

const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
const rules = /```yaml\n([\s\S]*?)```/.exec(page)![1]!
const ALERTS: readonly Alert[] = [...rules.matchAll(/- alert: (\w+)\n\s+expr: (.+)/g)].map(
  ([, name, expr]) => ({
    name: name!,
    expr: expr!,
  }),
)

const test = setUpTestServer()
const company = setUp(() => anHttpCompany(test, 'brightwater'))
let owner: pg.Client

beforeAll(async () => {
  owner = new pg.Client(test.ownerConfig)
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
})

type Sample = { readonly labels: Record<string, string>; readonly value: number }
type Samples = Map<string, Sample[]>

async function scrape(): Promise<Samples> {
  const answer = await test.server.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(answer.statusCode).toBe(200)
  return read(answer.body)
}

function read(body: string): Samples {
  const samples: Samples = new Map()
  for (const line of body.split('\n')) {
    const match = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)
    if (!match) continue
    const labels = Object.fromEntries(
      [...(match[2] ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, k, v]) => [k!, v!]),
    )
    samples.set(match[1]!, [...(samples.get(match[1]!) ?? []), { labels, value: Number(match[3]) }])
  }
  return samples
}

/** Evaluates an alert on two scrapes. Supports only the PromQL forms that the rules use. */
function fires({ expr }: Alert, before: Samples, after: Samples): boolean {
  const quantile =
    /^histogram_quantile\((\S+), sum by \(le\) \(rate\((\w+)_bucket\[\w+\]\)\)\) > (\S+)$/.exec(expr)
  if (quantile) {
    const grown = growth(before, after, `${quantile[2]}_bucket`, [])
    const bounds = [...new Set(grown.map(({ labels }) => labels.le!))].sort((a, b) => Number(a) - Number(b))
    const upTo = (le: string) =>
      grown.filter(({ labels }) => labels.le === le).reduce((sum, { value }) => sum + value, 0)
    const total = upTo('+Inf')
    const bound = bounds.find((le) => upTo(le) >= Number(quantile[1]) * total)
    return total > 0 && (bound === '+Inf' || Number(bound) > Number(quantile[3]))
  }
  const match = /^(increase\()?(\w+)(?:\{(.*?)\})?(?:\[\w+\]\))? (>|==) (\S+)$/.exec(expr)
  if (!match) throw new Error(`The test cannot read: ${expr}`)
  const selectors = [...(match[3] ?? '').matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)].map(
    ([, label, how, value]) => ({
      label: label!,
      fits: (text: string) =>
        how === '=~' ? new RegExp(`^(?:${value})$`).test(text) : (text === value) === (how === '='),
    }),
  )
  const samples = match[1]
    ? growth(before, after, match[2]!, selectors)
    : (after.get(match[2]!) ?? []).filter((one) => selectors.every((s) => s.fits(one.labels[s.label] ?? '')))
  const limit = Number(match[5])
  return samples.some(({ value }) => (match[4] === '>' ? value > limit : value === limit))
}

function growth(
  before: Samples,
  after: Samples,
  name: string,
  selectors: { label: string; fits(text: string): boolean }[],
): Sample[] {
  const key = (one: Sample) => JSON.stringify(one.labels)
  const old = new Map((before.get(name) ?? []).map((one) => [key(one), one.value]))
  return (after.get(name) ?? [])
    .filter((one) => selectors.every((s) => s.fits(one.labels[s.label] ?? '')))
    .map((one) => ({ labels: one.labels, value: one.value - (old.get(key(one)) ?? 0) }))
}

/** Waits until the ten-second cache of database figures has expired. */

it('documents every metric and uses no undocumented one in alerts', async () => {
  const text = await test.app.metrics.registry.metrics()
  const named = [...text.matchAll(/^# TYPE (quittance_\w+) (\w+)/gm)].map(([, name]) => name!)
  const table = new Set([...page.matchAll(/`(quittance_\w+)`/g)].map(([, name]) => name!))
  expect(named.filter((name) => !table.has(name))).toEqual([])
  expect([...table].filter((name) => !named.includes(name) && !/_(process|nodejs)_$/.test(name))).toEqual([])
  const known = new Set(named.flatMap((name) => [name, `${name}_bucket`]))
  const asked = ALERTS.flatMap(({ expr }) => expr.match(/quittance_\w+/g) ?? [])
  expect(asked.filter((name) => !known.has(name))).toEqual([])
  expect(ALERTS.length).toBe(rules.match(/alert:/g)!.length)
})

it('returns 404 without the token or a local connection', async () => {
  const get = (headers: Record<string, string>, remoteAddress: string) =>
    test.server
      .inject({ method: 'GET', url: '/metrics', headers, remoteAddress })
      .then((answer) => answer.statusCode)
  expect(await get({}, '127.0.0.1')).toBe(200)
  expect(await get({}, '10.1.2.3')).toBe(404)
  expect(await get({ 'x-forwarded-for': '10.1.2.3' }, '127.0.0.1')).toBe(404)
  const config = test.app.config as {
    -readonly [Name in keyof typeof test.app.config]: (typeof test.app.config)[Name]
  }
  config.production = true
  expect(await get({}, '127.0.0.1')).toBe(404)
  config.metricsToken = 'a-token-of-the-scraper'
  expect(await get({}, '127.0.0.1')).toBe(404)
  expect(await get({ authorization: 'Bearer another-token-altogether' }, '127.0.0.1')).toBe(404)
  expect(await get({ authorization: 'Bearer a-token-of-the-scraper' }, '10.1.2.3')).toBe(200)
  config.production = false
  config.metricsToken = undefined
})

it('fires each alert with its fault and not before', async () => {
  const before = await scrape()
  for (const one of ALERTS) expect(fires(one, new Map(), before), one.name).toBe(false)
  await breakEverything()
  await sleep(10_100)
  const after = await scrape()
  const quiet = ALERTS.filter((one) => one.name !== 'InvariantBreach' && one.name !== 'DatabaseAway').filter(
    (one) => !fires(one, before, after),
  )
  expect(quiet.map(({ name }) => name)).toEqual([])
  const givenUp = after.get('quittance_unresolved')!.filter(({ labels }) => labels.kind === 'given_up')
  expect(givenUp.map(({ value }) => value)).toEqual([1])
})

/** Watches a replica at a port where nothing listens. */
async function loseReplica(): Promise<void> {
  const { db: primary, metrics, log } = test.app
  const connection = { host: '127.0.0.1', port: await freePort() }
  const replica = openReplica({
    connection,
    maxLagMs: 10_000,
    production: false,
    pool: { size: 1 },
    primary,
    metrics,
    log,
  })
  await vi.waitFor(async () => expect((await metrics.replicaInUse.get()).values[0]?.value).toBe(0), 60_000)
  await replica.close()
}

async function breakEverything(): Promise<void> {
  await loseReplica()
  const old = new Date(test.clock.wallNow() - 7_200_000)
  const invoice = await company.linked()
  const at = [company.accountId, invoice.customer.id, old]
  // Simulates a processor that never answered, one that differs, and unprocessed events and mail.
  const payment = `insert into payments (account_id, id, number, customer_id, request_id, request_hash, channel, type, provider,
      status, currency, amount_minor, next_check_at, created_at)
    values ($1, gen_random_uuid(), $4, $2, $4, '\\x00', 'portal', 'credit_card', 'sandbox', $5, 'USD', 100, $3, $3)`
  await owner.query(payment, [...at, 'P-lost', 'waiting'])
  await owner.query(payment, [...at, 'P-error', 'error'])
  // A payment whose processor was unavailable: nothing happened, so nobody has to act.
  await owner.query(payment, [...at, 'P-unavailable', 'error'])
  const event = `insert into provider_inbox (account_id, id, provider, event_id, kind, object_ref, raw_body, status, received_at, next_at)
    values ($1, gen_random_uuid(), 'sandbox', $2, 'charge', 'x', '', $2, $3, $3)`
  for (const status of ['new', 'dead']) await owner.query(event, [company.accountId, status, old])
  await owner.query(
    `insert into payment_cases (account_id, id, provider, kind, subject, payment_id, opened_at, seen_at)
     select account_id, gen_random_uuid(), 'sandbox', 'amount', id::text, id, $2, $2 from payments
     where account_id = $1 and number = 'P-error'`,
    [company.accountId, old],
  )
  await owner.query(
    `insert into mail_messages (account_id, id, kind, from_name, to_address, subject, text_body, html_body, created_at, next_try_at, give_up_at)
     values ($1, gen_random_uuid(), 'x', '', 'a@b.test', '', '', '', $2, $2, $2)`,
    [company.accountId, old],
  )
  await owner.query(
    `insert into pgboss.job (name, start_after) values ('mail.deliver-message', now() - interval '1 hour')`,
  )
  await reuseToken()
  await repeatPayment()
  await forgeWebhooks()
  await answerBadly()
  await owner.query('insert into outbound_hold (held_at, taken_at) values (now(), now())')
}

async function reuseToken(): Promise<void> {
  const path = '/api/profile/token-refresh/'
  const refresh = (token: string) => callApi(test.server, { method: 'POST', path, body: { token } })
  let token = await company.member('viewer')
  const first = token
  for (let turn = 0; turn < 2; turn++) {
    const answer = await refresh(token)
    expect(answer.status).toBe(200)
    token = answer.body.token
  }
  expect((await refresh(first)).status).toBe(401)
}

async function repeatPayment(): Promise<void> {
  const { invoiceId, session } = await company.linked()
  const body = cardForm('1.00')
  for (let turn = 0; turn < 2; turn++)
    await company.payer('POST', `${invoiceId}/payment-options/sandbox-card/`, session, body)
}

async function forgeWebhooks(): Promise<void> {
  const event = { id: 'evt_1', kind: 'charge.updated', chargeRef: 'ch_x', accountId: company.accountId }
  const [secret] = webhookSecrets(test.app.config, 'sandbox', company.accountId)
  const send = async (genuine: boolean) => {
    const { headers, body } = signedRequest(
      event,
      genuine ? secret! : 'somebody-else-s-secret-of-theirs',
      test.clock.wallNow(),
    )
    const url = `/api/webhooks/sandbox/${company.accountId}/`
    const answer = await test.server.inject({
      method: 'POST',
      url,
      headers: { ...headers, host: 'localhost', 'content-type': 'application/json' },
      payload: body,
    })
    expect(answer.statusCode).toBe(genuine ? 200 : 401)
  }
  for (let turn = 0; turn < 102; turn++) await send(true)
  for (let turn = 0; turn < 6; turn++) await send(false)
}

/** Drops a table, which causes errors, and locks another, which causes waits. */
async function answerBadly(): Promise<void> {
  const list = () =>
    callApi(test.server, {
      method: 'GET',
      path: `/api/accounts/${company.accountId}/customers/`,
      token: company.token,
    })
  await owner.query('alter table customers rename to customers_gone')
  for (let turn = 0; turn < 6; turn++) expect((await list()).status).toBe(500)
  await owner.query('alter table customers_gone rename to customers')
  await owner.query('begin; lock table customers in access exclusive mode')
  const answers = Promise.all(Array.from({ length: 320 }, list))
  await sleep(1_300)
  await owner.query('rollback')
  const statuses = new Set((await answers).map(({ status }) => status))
  expect(statuses).toEqual(new Set([200, 503]))
}

it('reports a ledger breach and an unavailable database, and still answers', async () => {
  const other = await createTestServer()
  const { database } = other.ownerConfig
  const connection = new pg.Client(other.ownerConfig)
  await connection.connect()
  const outside = new pg.Client({ ...other.ownerConfig, database: 'postgres' })
  await outside.connect()
  try {
    const books = await anHttpCompany(other, 'breached')
    const { invoiceId } = await books.linked()
    await connection.query(
      'update receivables set charged_minor = charged_minor + 1, remaining_minor = remaining_minor + 1',
    )
    await checkInvariants(
      unitOfWork(
        other.app,
        { requestId: 'test', ip: null },
        { kind: 'system', job: 'test' },
        books.accountId,
      ),
    )
    const page = async () =>
      (await other.server.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' })).body
    const breached = await page()
    expect(invoiceId).not.toBe('')
    const metric = (name: string) =>
      new RegExp(`^quittance_invariant_breaches\\{invariant="${name}.*"\\} (\\d+)$`, 'm').exec(breached)?.[1]
    expect(metric('an invoice’s remaining amount equals')).toBe('1')
    expect(metric('every ledger entry sums')).toBe('0')
    expect(breached).toContain('quittance_database_up 1')
    const firing = (body: string) =>
      ALERTS.filter(({ name }) => name === 'InvariantBreach' || name === 'DatabaseAway')
        .filter((alert) => fires(alert, new Map(), read(body)))
        .map(({ name }) => name)
    expect(firing(breached)).toEqual(['InvariantBreach'])
    await connection.end()
    await outside.query(`alter database ${database} allow_connections false`)
    await outside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database,
    ])
    await sleep(10_100)
    const away = await page()
    expect(away).toContain('quittance_database_up 0')
    expect(firing(away)).toContain('DatabaseAway')
    expect(away).not.toContain('quittance_inbox_events{')
    expect(away).toMatch(/quittance_database_connections_lost_total [1-9]/)
    await outside.query(`alter database ${database} allow_connections true`)
    expect(await page()).toContain('quittance_database_up 1')
  } finally {
    await outside.query(`alter database ${database} allow_connections true`)
    await outside.end()
    await other.close()
  }
})
