import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '../../domain/dates/durations.ts'
import { createSandbox } from '../../server/gateways/payments/sandbox/index.ts'
import type { App } from '../../server/platform/context.ts'
import {
  aProviderTenant,
  connectTo,
  liveConnection,
  moveTo,
  resolveConflict,
  selectConflicts,
  syncNow,
} from '../../server/rooms/accounting/testing.ts'
import { applyCreditMemo, unapplyCreditMemo } from '../../server/rooms/credit-memos/index.ts'
import { chargeLateFees } from '../../server/rooms/invoices/index.ts'
import { aFeeRule } from '../../server/rooms/invoices/testing.ts'
import { recordPayment, refundPayment, spendCreditOf } from '../../server/rooms/payments/index.ts'
import { startClioSimulator } from '../../simulators/clio/index.ts'
import { startQuickBooksSimulator } from '../../simulators/quickbooks/index.ts'
import { startXeroSimulator } from '../../simulators/xero/index.ts'
import { setUp } from '../set-up.ts'
import { createTestApp } from '../test-app.ts'

const FEE_DAY = '2026-11-20'

export type MovingFirm = ReturnType<typeof setUpMovingFirm>

/**
 * Sets up an account that is not connected yet, with Clio, in which people enter payments, and QuickBooks and Xero. The simulators live
 * by the product's clock, and each step takes an hour. `takesCards`: the payment processor Sandbox takes payments.
 */
export function setUpMovingFirm(options: { readonly takesCards?: boolean } = {}) {
  let nowMs = Date.parse('2026-11-20T15:00:00Z') // an instant of the tests
  const now = () => nowMs
  const clio = setUp(
    () => startClioSimulator({ now }),
    (made) => made.close(),
  )
  const intuit = setUp(
    () => startQuickBooksSimulator({ now }),
    (made) => made.close(),
  )
  const xero = setUp(
    () => startXeroSimulator({ now }),
    (made) => made.close(),
  )
  const test = setUp(
    () =>
      createTestApp({
        env: { ...clio.env, ...intuit.env, ...xero.env },
        ...(options.takesCards && { processors: (app: App) => [createSandbox(app)] }),
      }),
    (made) => made.close(),
  )
  const tenant = setUp(() => aProviderTenant(test))
  const advance = () => {
    test.clock.advance(HOUR_MS)
    nowMs = test.clock.wallNow()
  }
  const sync = () => {
    advance()
    return syncNow(tenant)
  }
  const conflicts = async () =>
    (await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 50, offset: 0 }))).rows
  const invoiceOf = (number: string) =>
    tenant.run(({ db }) =>
      db
        .selectFrom('invoices as i')
        .innerJoin('receivables as r', 'r.invoice_id', 'i.id')
        .select(['i.id', 'i.customer_id', 'r.remaining_minor'])
        .where('number', '=', number)
        .executeTakeFirstOrThrow(),
    )
  /** Records a check that settles parts of invoices, by number. */
  const payParts = async (parts: Readonly<Record<string, string>>) => {
    const invoices = await Promise.all(Object.keys(parts).map(invoiceOf))
    const amounts = Object.values(parts)
    return tenant.run((ctx) =>
      recordPayment(ctx, {
        ...{ customer: invoices[0]!.customer_id, type: 'check', received_on: '2026-11-19', reference: '' },
        total: amounts.reduce((sum, amount) => sum + Number(amount), 0).toFixed(2),
        request_id: randomUUID(),
        invoices: invoices.map(({ id }, at) => ({ invoice: id, amount: amounts[at]! })),
      }),
    )
  }
  return {
    ...{ clio, intuit, xero, test, tenant, advance, sync, conflicts, invoiceOf },
    connect: (provider: string) => {
      advance()
      return connectTo(tenant, provider)
    },
    move: async (provider: string) => {
      advance()
      await moveTo(tenant, provider)
      return sync()
    },
    /** Records a check of `total`, of which `settled` settles the invoice. */
    pay: async (number: string, total: string, settled = total) => {
      const { id, customer_id: customer } = await invoiceOf(number)
      return tenant.run((ctx) =>
        recordPayment(ctx, {
          ...{ customer, type: 'check', total, received_on: '2026-11-19', reference: '' },
          request_id: randomUUID(),
          invoices: settled === '' ? [] : [{ invoice: id, amount: settled }],
        }),
      )
    },
    payParts,
    /** Records a check that settles parts of invoices 1042 and 1043. */
    payTwo: (...amounts: readonly [string, string]) => payParts({ 1042: amounts[0], 1043: amounts[1] }),
    /** Settles an invoice, of which nothing is settled yet, with the rest of a payment. */
    spendRest: async (payment: string, number: string, amountMinor: bigint) => {
      const { id } = await invoiceOf(number)
      return tenant.run((ctx) => spendCreditOf(ctx, payment, { invoiceId: id, amountMinor }, 0n))
    },
    /** Uses the only credit memo on an invoice. Returns what takes the use back. */
    useMemo: async (number: string, amount: string) => {
      const { id: invoice } = await invoiceOf(number)
      const { id: memo } = await tenant.run(({ db }) =>
        db.selectFrom('credit_memos').select('id').executeTakeFirstOrThrow(),
      )
      const used = await tenant.run((ctx) =>
        applyCreditMemo(ctx, memo, { invoice, amount, request_id: randomUUID() }),
      )
      return () => tenant.run((ctx) => unapplyCreditMemo(ctx, memo, used.applications[0]!.pk))
    },
    /** Charges a late fee of $15. */
    chargeFee: async (number: string) => {
      const { id } = await invoiceOf(number)
      await tenant.run(async (ctx) => {
        const fee = {
          ...{ invoiceId: id, ruleId: await aFeeRule(ctx), planId: null, period: 0, day: FEE_DAY, cap: null },
          ...{ description: 'Late fee, November 2026', amountMinor: 15_00n },
        }
        return chargeLateFees(ctx, [fee], FEE_DAY)
      })
    },
    refund: (payment: string, total: string) =>
      refundPayment(tenant.uow(), payment, {
        ...{ total, total_currency: 'USD', reason: '', request_id: randomUUID() },
      }),
    decide: async (title: RegExp, choice: string) => {
      const rows = await conflicts()
      const found = rows.find((row) => title.test(row.title))
      if (!found) throw new Error(`no conflict ${title}: ${rows.map((row) => row.title).join('; ')}`)
      await tenant.run((ctx) => resolveConflict(ctx, found.id, choice))
    },
    /** Decides a difference as it was seen. Returns the refusal's code, or 'accepted'. */
    decideSeen: (seen: { readonly pk: string; readonly version: string }, choice: string): Promise<string> =>
      tenant
        .run((ctx) => resolveConflict(ctx, seen.pk, choice, seen.version))
        .then(
          () => 'accepted',
          ({ code }: { code: string }) => code,
        ),
    titles: async () => (await conflicts()).map(({ title }) => title),
    isFresh: async () => (await tenant.run(liveConnection))!.fresh_at !== null,
    /** Adds a customer with invoices by number to QuickBooks. Returns the ids there, the customer's as `customer`. */
    addToQuickBooks: (amounts: Readonly<Record<string, number>>): Record<string, string> => {
      const customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
      const ids = Object.entries(amounts).map(([number, amount]) => [
        number,
        intuit.books.addInvoice(customer, amount, number).Id,
      ])
      return { customer, ...Object.fromEntries(ids) }
    },
    /** Adds the same customer with invoices by number to Xero. Returns the ids there. */
    addToXero: (amounts: Readonly<Record<string, number>>): Record<string, string> => {
      const customer = xero.books.addContact('Alder Clinic')
      const ids = Object.entries(amounts).map(([number, amount]) => [
        number,
        xero.books.addInvoice(customer, amount, number),
      ])
      return { customer, ...Object.fromEntries(ids) }
    },
    owed: async (number: string) => (await invoiceOf(number)).remaining_minor,
    /** Returns the titles of the tasks to enter something in Clio that nobody has done. */
    tasks: async () => {
      const rows = await tenant.run(({ db }) =>
        db
          .selectFrom('tasks')
          .select('title')
          .where('kind', '=', 'books_entry')
          .where('status', '=', 'open')
          .orderBy('created_at')
          .execute(),
      )
      return rows.map(({ title }) => title)
    },
  }
}
