import { beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '../../../../../domain/dates/durations.ts'
import { startQuickBooksSimulator } from '../../../../../simulators/quickbooks/index.ts'
import { startXeroSimulator } from '../../../../../simulators/xero/index.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { createTestApp } from '../../../../../testing/test-app.ts'
import { recordPayment } from '../../../payments/index.ts'
import { selectConflicts } from '../../store/conflicts.ts'
import { aProviderTenant, connectTo, consentAt, localInvoice, syncNow } from '../../testing.ts'
import { resolveConflict } from '../conflicts/resolve-conflict.ts'
import { disconnect } from '../connect/end-connection.ts'
import { finishConnection } from '../connect/finish-connection.ts'
import { startConnection } from '../connect/start-connection.ts'
import { syncBooks } from '../sync/sync-books.ts'

/*
 * A company leaves its books while it is not known whether they took a payment. No other books get it by themselves, however
 * often the company moves: a person looks and decides.
 */

const now = () => Date.parse('2026-11-20T15:00:00Z')
const intuit = setUp(
  () => startQuickBooksSimulator({ now }),
  (made) => made.close(),
)
const xero = setUp(
  () => startXeroSimulator({ now }),
  (made) => made.close(),
)
const test = setUp(
  () => createTestApp({ env: { ...intuit.env, ...xero.env } }),
  (made) => made.close(),
)
const tenant = setUp(() => aProviderTenant(test))

const openConflicts = async () =>
  (await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 50, offset: 0 }))).rows
const unknownPost = async () => (await openConflicts()).find(({ kind }) => kind === 'not_posted')!
const paymentsInXero = () => xero.books.list('Payments').map(({ Amount }) => Amount)
const moveTo = async (provider: 'quickbooks' | 'xero') => {
  test.clock.advance(HOUR_MS)
  await finishConnection(tenant.uow(), provider, await consentAt(tenant, provider, undefined, true))
  expect(await syncNow(tenant)).toBe('done')
}

/** Pays a part of the invoice. The answer of the platform gets lost, whether the call arrived or not. */
async function payWithoutAnswer(
  provider: 'quickbooks' | 'xero',
  invoice: string,
  total: string,
  isArriving: boolean,
): Promise<void> {
  await tenant.run(async (ctx) => {
    const { customer_id: customer } = await ctx.db
      .selectFrom('invoices')
      .select('customer_id')
      .where('id', '=', invoice)
      .executeTakeFirstOrThrow()
    return recordPayment(ctx, {
      ...{ customer, type: 'check', total, received_on: '2026-11-19', reference: '' },
      request_id: `unknown-${total}`,
      invoices: [{ invoice, amount: total }],
    })
  })
  const platform = test.app.accountingPlatforms.get(provider)!
  const { postPayment } = platform
  const error = { kind: 'unknown_outcome', code: 'lost', raw: null } as const
  Object.assign(platform, {
    postPayment: async (...given: Parameters<typeof postPayment>) => {
      if (isArriving) await postPayment(...given)
      return { ok: false, error }
    },
  })
  expect(await syncBooks(tenant.uow(), 'posts')).toBe('failed')
  Object.assign(platform, { postPayment })
}

let invoice: string

beforeAll(async () => {
  const customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
  const made = intuit.books.addInvoice(customer, 100, '1042')
  xero.books.addInvoice(xero.books.addContact('Alder Clinic'), 100, '1042')
  expect(await connectTo(tenant, 'quickbooks')).toBe('done')
  invoice = (await localInvoice(tenant, made.Id)).id
})

it('asks a person about a payment whose outcome at the former books is not known, in all later books', async () => {
  await payWithoutAnswer('quickbooks', invoice, '40.00', false)
  await disconnect(tenant.uow(), 'quickbooks')
  await moveTo('xero')
  expect((await unknownPost()).theirs).toEqual([
    {
      label: 'Why',
      value: expect.stringMatching(
        /^Whether it is in .+ in QuickBooks Online is not known\. Look there: where it is missing, try again, which posts it to Xero\. Where it is there, leave it out\.$/,
      ),
    },
  ])
  await disconnect(tenant.uow(), 'xero')
  test.clock.advance(HOUR_MS)
  await startConnection(tenant.uow(), 'sandbox_books', true)
  expect(await syncNow(tenant)).toBe('done')
  await disconnect(tenant.uow(), 'sandbox_books')
  await moveTo('xero')
  // Records that only the Sandbox’s books have are decided first.
  for (const open of await openConflicts()) await tenant.run((ctx) => resolveConflict(ctx, open.id, 'keep'))
  expect(await syncNow(tenant)).toBe('done')
  expect(paymentsInXero()).toEqual([])
  expect((await unknownPost()).theirs[0]!.value).toMatch(/is not known/)
})

it('posts it once to the books of today when the person says so', async () => {
  const { id } = await unknownPost()
  await tenant.run((ctx) => resolveConflict(ctx, id, 'try_again'))
  expect(await syncNow(tenant)).toBe('done')
  expect(await syncNow(tenant)).toBe('done')
  expect(paymentsInXero()).toEqual([40])
  expect(await unknownPost()).toBeUndefined()
})

it('finds it out when the company goes back before anybody decided', async () => {
  await payWithoutAnswer('xero', invoice, '10.00', true)
  await disconnect(tenant.uow(), 'xero')
  await moveTo('quickbooks')
  // QuickBooks has neither payment, so it has other amounts.
  const [other] = await openConflicts()
  expect(other!.kind).toBe('other_books')
  await tenant.run((ctx) => resolveConflict(ctx, other!.id, 'same_record'))
  expect(await syncNow(tenant)).toBe('done')
  const { id } = await unknownPost()
  await disconnect(tenant.uow(), 'quickbooks')
  test.clock.advance(HOUR_MS)
  await finishConnection(tenant.uow(), 'xero', await consentAt(tenant, 'xero', undefined, true))
  // The conflict is still open, and what it offers must not post a second time.
  await tenant.run((ctx) => resolveConflict(ctx, id, 'try_again')).catch(() => undefined)
  expect(await syncNow(tenant)).toBe('done')
  expect(await syncNow(tenant)).toBe('done')
  expect(paymentsInXero()).toEqual([40, 10])
  expect(await unknownPost()).toBeUndefined()
  expect([...intuit.violations, ...xero.violations]).toEqual([])
})
