import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { HOUR_MS } from '../../domain/dates/durations.ts'
import {
  aProviderTenant,
  connectTo,
  liveConnection,
  localInvoice,
  moveTo,
  resolveConflict,
  selectConflicts,
  syncNow,
} from '../../server/rooms/accounting/testing.ts'
import { readReceivables } from '../../server/rooms/ledger/index.ts'
import { recordPayment } from '../../server/rooms/payments/index.ts'
import { startQuickBooksSimulator } from '../../simulators/quickbooks/index.ts'
import { startXeroSimulator } from '../../simulators/xero/index.ts'
import { setUp } from '../set-up.ts'
import { createTestApp } from '../test-app.ts'

const now = () => Date.parse('2026-11-20T15:00:00Z')

/** Simulators of two platforms, and a product that knows both. */
function setUpPlatforms() {
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
  return { intuit, xero, test }
}

/** Sets up a company in QuickBooks with these invoices of one customer, connected and read, that can move to Xero and back. */
export function setUpMovingCompany(amounts: Readonly<Record<string, number>>) {
  const { intuit, xero, test } = setUpPlatforms()
  const local = new Map<string, string>()
  const old = new Map<string, string>()
  let customer = ''
  const tenant = setUp(async () => {
    const made = await aProviderTenant(test)
    const clinic = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
    for (const [number, amount] of Object.entries(amounts))
      old.set(number, intuit.books.addInvoice(clinic, amount, number).Id)
    expect(await connectTo(made, 'quickbooks')).toBe('done')
    for (const [number, remoteId] of old) {
      const found = await localInvoice(made, remoteId)
      customer = found.customer
      local.set(number, found.id)
    }
    return made
  })
  const openConflicts = async () =>
    (await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 50, offset: 0 }))).rows
  return {
    ...{ intuit, xero, test, tenant, local, old, openConflicts },
    remainingOf: async (number: string): Promise<bigint> => {
      const [owed] = await tenant.run((ctx) => readReceivables(ctx, [local.get(number)!]))
      return owed!.remainingMinor
    },
    conflictAbout: async (title: RegExp) => {
      const rows = await openConflicts()
      const found = rows.find((row) => title.test(row.title))
      if (!found) throw new Error(`no conflict ${title}: ${rows.map((row) => row.title).join('; ')}`)
      return found
    },
    sync: async () => {
      test.clock.advance(HOUR_MS)
      expect(await syncNow(tenant)).toBe('done')
    },
    decide: async (title: RegExp, choice: string) => {
      const found = (await openConflicts()).find((row) => title.test(row.title))
      await tenant.run((ctx) => resolveConflict(ctx, found!.id, choice))
    },
    pay: (parts: Readonly<Record<string, string>>, total: string) =>
      tenant.run((ctx) =>
        recordPayment(ctx, {
          ...{ customer, type: 'check', total, received_on: '2026-11-19', reference: '' },
          request_id: randomUUID(),
          invoices: Object.entries(parts).map(([number, amount]) => ({
            invoice: local.get(number)!,
            amount,
          })),
        }),
      ),
    move: async (provider: string) => {
      test.clock.advance(HOUR_MS)
      await moveTo(tenant, provider)
    },
    paymentsInXero: () => xero.books.list('Payments').filter(({ Status }) => Status !== 'DELETED'),
    isFresh: async () => (await tenant.run(liveConnection))!.fresh_at !== null,
  }
}
