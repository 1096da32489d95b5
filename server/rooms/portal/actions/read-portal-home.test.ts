import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type ApiCall, callApi } from '../../../../testing/call-api.ts'
import { setUpTestServer } from '../../../../testing/test-server.ts'
import { enterAccount, inAccount } from '../../../platform/context.ts'
import { anAccount } from '../../accounts/testing.ts'
import { issueCreditMemo } from '../../credit-memos/index.ts'
import { aCustomer } from '../../customers/testing.ts'
import { A_PASSWORD } from '../../identity/testing.ts'
import { anOpenInvoice } from '../../invoices/testing.ts'
import { cardForm, eCheckForm } from '../../payments/testing.ts'
import { aPortalLogin } from '../testing.ts'

const CALLER = { requestId: 'test', ip: '127.0.0.1' }
const EMAIL = 'maya@people.test'

/** API path of each part of the home reply. */
const ALONE = {
  preferences: '/api/preferences/',
  account: '/api/account/',
  all_accounts: '/api/all-accounts/?page_size=100',
  credit_memos: '/api/credit-memos/?page=1&page_size=5',
  payment_methods: '/api/payment-methods/',
  auto_payments: '/api/auto-payments/',
  payment_plans: '/api/payment-plans/?page=1&page_size=5&order_by=date',
}

const test = setUpTestServer()
let token: string
let account: string
/** In the order of their names, as in the portal. */
let customers: { id: string; invoice: string }[]

const host = 'acme-supplies.localhost'
const api = <Body>(path: string, call: Partial<ApiCall> = {}) =>
  callApi<Body>(test.server, { method: 'GET', path, host, token, ...call })
const homeOf = (id: string) =>
  api<Record<keyof typeof ALONE, Record<string, unknown>>>('/api/portal-home/', {
    headers: { 'x-customer-id': id },
  })

beforeAll(async () => {
  const { accountId, owner } = await test.transact((ctx) =>
    anAccount(ctx, {
      ownerEmail: 'owner@acme.test',
      subDomain: 'acme-supplies',
      settings: { system_enabled: true },
    }),
  )
  account = accountId
  const staff = { kind: 'staff', userId: owner.id, sessionId: '', email: 'owner@acme.test' } as const
  const actor = { ...staff, emailVerified: true, role: 'owner' } as const
  customers = await inAccount(test.app, CALLER, actor, accountId, async (ctx) => {
    const made: typeof customers = []
    for (const shortName of ['Harbor Catering', 'Harbor Foods']) {
      const { id } = await aCustomer(ctx, { shortName, email: EMAIL })
      await anOpenInvoice(ctx, { customer: id, amount: '300.00' })
      made.push({ id, invoice: (await anOpenInvoice(ctx, { customer: id, amount: '10.00' })).id })
    }
    const memo = { customer: made[0]!.id, issued_on: '2026-11-20', reason: '' }
    for (let n = 1; n <= 7; n++) await issueCreditMemo(ctx, { ...memo, total: `${n}.00` })
    await aPortalLogin(ctx, { email: EMAIL, customerIds: made.map(({ id }) => id) })
    return made
  })
  const login = { email: EMAIL, password: A_PASSWORD }
  token = (await api<{ token: string }>('/api/profile/login/', { method: 'POST', body: login })).body.token
  const paid = await api(`/api/invoices/${customers[0]!.invoice}/payment-options/sandbox-card/`, {
    method: 'POST',
    headers: { 'x-customer-id': customers[0]!.id },
    body: cardForm('10.00', { enable_auto_payments: true }),
  })
  expect(paid.status).toBe(200)
})

it('returns every part exactly as its own call does', async () => {
  for (const { id } of customers) {
    const { body } = await homeOf(id)
    expect(Object.keys(body).sort()).toEqual(Object.keys(ALONE).sort())
    for (const [part, path] of Object.entries(ALONE)) {
      const alone = await api(path, { headers: { 'x-customer-id': id } })
      expect(alone.status).toBe(200)
      expect(body[part as keyof typeof ALONE], part).toEqual(alone.body)
    }
  }
})

it('returns data of the chosen customer only', async () => {
  const [catering, foods] = customers.map(({ id }) => id) as [string, string]
  expect((await homeOf(catering)).body).toMatchObject({
    account: { pk: catering, short_name: 'Harbor Catering' },
    credit_memos: { count: 7 },
    payment_methods: [{ display: 'Visa •••• 4242' }],
    auto_payments: { on: true, planned: [{ amount: '300.00' }] },
  })
  expect((await homeOf(foods)).body).toMatchObject({
    account: { pk: foods, short_name: 'Harbor Foods' },
    all_accounts: { count: 2 },
    credit_memos: { count: 0, results: [] },
    payment_methods: [],
    auto_payments: { on: false, method: null, planned: [] },
  })
})

it('reports the amount of a payment in flight without changing the remaining amount', async () => {
  const { id, invoice } = customers[1]!
  const pay = (amount: string) =>
    api(`/api/invoices/${invoice}/payment-options/sandbox-e-check/`, {
      method: 'POST',
      headers: { 'x-customer-id': id },
      body: eCheckForm(amount),
    })
  const inFlight = async () => {
    const { body } = await api<{ results: Record<string, string>[] }>('/api/invoices/', {
      headers: { 'x-customer-id': id },
    })
    const row = body.results.find(({ pk }) => pk === invoice)!
    return [row.remaining, row.in_flight]
  }
  expect(await inFlight()).toEqual(['10.00', '0.00'])
  expect((await pay('4.00')).status).toBe(200)
  expect(await inFlight()).toEqual(['10.00', '4.00'])
  expect((await pay('6.00')).status).toBe(200)
  expect(await inFlight()).toEqual(['10.00', '10.00'])
})

it('names a company without a name, which has no logo either, by a default', async () => {
  await test.transact(async (ctx) => {
    const inside = await enterAccount(ctx, account)
    await sql`update companies set name = ''`.execute(inside.db)
  })
  const { body } = await homeOf(customers[0]!.id)
  expect(body.preferences).toMatchObject({ company: { name: 'Your supplier', logo: null } })
})
