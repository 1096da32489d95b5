import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '../../../../domain/dates/calendar.ts'
import { smallerMinor } from '../../../../domain/money/money.ts'
import { buildStatement, type StandingSum } from '../../../../domain/statements/build-statement.ts'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { newId } from '../../../platform/ids.ts'
import { appendEntries } from '../actions/append-entries.ts'
import { customerBalanceOf, readReceivables } from '../index.ts'
import type { EntryKind, NewEntry, Posting } from '../rules.ts'
import { selectCustomerPostings } from './customer-postings.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
const fresh = () => newId(test.clock.wallNow())

const FIRST = '2026-01-01'
const DAYS = 90

/** One step: what happens, to which of the open documents, on which day and to which thousandth of the amount. */
const step = fc.record({
  does: fc.constantFrom(
    ...(['invoice', 'pay', 'pay-ahead', 'give-back', 'memo', 'apply', 'unapply', 'fee', 'waive'] as const),
    ...(['write-off', 'void', 'move', 'use-credit'] as const),
  ),
  pick: fc.nat(1000),
  day: fc.nat(DAYS),
  thousandths: fc.integer({ min: 1, max: 1000 }),
  currency: fc.constantFrom('USD', 'JPY'),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Invoice {
  readonly id: string
  customerId: string
  readonly currency: string
  chargedMinor: bigint
  remainingMinor: bigint
  feesMinor: bigint
}

/** A history of two customers, written entry by entry, with what a bookkeeper would note beside it. */
class History {
  readonly customers = [fresh(), fresh()] as const
  readonly entries: NewEntry[] = []
  private readonly invoices: Invoice[] = []
  private readonly memos: { id: string; customerId: string; currency: string; remainingMinor: bigint }[] = []
  private readonly applied: { memo: number; invoice: Invoice; amountMinor: bigint }[] = []
  private readonly paid: { invoice: Invoice; payer: string; amountMinor: bigint }[] = []
  private readonly unapplied: { customerId: string; currency: string; amountMinor: bigint }[] = []

  take({ does, pick, day, thousandths, currency }: Step): void {
    const bookedOn = addDays(FIRST, day)
    const some = <T>(items: readonly T[]): T | undefined => items[pick % Math.max(items.length, 1)]
    const part = (whole: bigint) => (whole * BigInt(thousandths) + 999n) / 1000n
    const invoice = some(this.invoices.filter((item) => item.remainingMinor > 0n))
    const customerId = this.customers[pick % 2]!
    if (does === 'invoice') {
      const opened = {
        id: fresh(),
        customerId,
        currency,
        feesMinor: 0n,
        chargedMinor: 0n,
        remainingMinor: 0n,
      }
      this.invoices.push(opened)
      this.charge('invoice', opened, BigInt(thousandths), bookedOn, 'sales')
    }
    if (does === 'memo') {
      const memo = { id: fresh(), customerId, currency, remainingMinor: BigInt(thousandths) }
      this.memos.push(memo)
      this.write('credit_memo', customerId, bookedOn, currency, [
        ['credits_given', memo.remainingMinor],
        ['customer_credit', -memo.remainingMinor, memo.id],
      ])
    }
    if (does === 'pay-ahead') {
      const amountMinor = BigInt(thousandths)
      this.unapplied.push({ customerId, currency, amountMinor })
      this.write('payment', customerId, bookedOn, currency, [
        ['clearing', amountMinor],
        ['unapplied', -amountMinor],
      ])
    }
    if (does === 'give-back') this.giveBack(some(this.paid), bookedOn)
    if (does === 'unapply') this.unapply(some(this.applied), bookedOn)
    if (!invoice) return
    const amountMinor = part(invoice.remainingMinor)
    if (does === 'pay') {
      this.settle('payment', invoice, amountMinor, bookedOn, 'clearing')
      this.paid.push({ invoice, payer: invoice.customerId, amountMinor })
    }
    if (does === 'fee') {
      invoice.feesMinor += amountMinor
      this.charge('late_fee', invoice, amountMinor, bookedOn, 'fee_income')
    }
    if (does === 'waive') {
      const waived = smallerMinor(invoice.feesMinor, invoice.remainingMinor)
      invoice.feesMinor -= waived
      if (waived > 0n) this.charge('late_fee_waiver', invoice, -waived, bookedOn, 'fee_income')
    }
    if (does === 'write-off')
      this.settle('write_off', invoice, invoice.remainingMinor, bookedOn, 'write_offs')
    const untouched = invoice.remainingMinor === invoice.chargedMinor
    if (does === 'void' && untouched) this.settle('void', invoice, invoice.remainingMinor, bookedOn, 'sales')
    if (does === 'move' && untouched) this.move(invoice, bookedOn)
    const memo = this.memos.findIndex(
      (item) => item.remainingMinor > 0n && item.currency === invoice.currency,
    )
    if (does === 'apply' && memo !== -1) this.apply(memo, invoice, amountMinor, bookedOn)
    const credit = this.unapplied.find((item) => item.amountMinor > 0n && item.currency === invoice.currency)
    if (does === 'use-credit' && credit) {
      const used = smallerMinor(credit.amountMinor, amountMinor)
      credit.amountMinor -= used
      this.settle('unapplied_used', invoice, used, bookedOn, 'unapplied', credit.customerId)
    }
  }

  private charge(
    kind: EntryKind,
    invoice: Invoice,
    minor: bigint,
    day: string,
    to: Posting['ledgerAccount'],
  ): void {
    invoice.chargedMinor += minor
    invoice.remainingMinor += minor
    this.write(
      kind,
      invoice.customerId,
      day,
      invoice.currency,
      [
        ['receivable', minor, invoice.id],
        [to, -minor],
      ],
      invoice.id,
    )
  }

  private settle(
    kind: EntryKind,
    invoice: Invoice,
    minor: bigint,
    day: string,
    from: Posting['ledgerAccount'],
    payer = invoice.customerId,
  ): void {
    invoice.remainingMinor -= minor
    this.write(kind, payer, day, invoice.currency, [
      [from, minor],
      ['receivable', -minor, invoice.id],
    ])
  }

  private giveBack(paid: (typeof this.paid)[number] | undefined, day: string): void {
    if (!paid || paid.amountMinor === 0n) return
    this.settle('refund', paid.invoice, -paid.amountMinor, day, 'clearing', paid.payer)
    paid.amountMinor = 0n
  }

  private apply(memo: number, invoice: Invoice, most: bigint, day: string): void {
    const { id, customerId, remainingMinor } = this.memos[memo]!
    const amountMinor = smallerMinor(remainingMinor, most)
    this.memos[memo]!.remainingMinor -= amountMinor
    invoice.remainingMinor -= amountMinor
    this.applied.push({ memo, invoice, amountMinor })
    this.write('credit_applied', customerId, day, invoice.currency, [
      ['customer_credit', amountMinor, id],
      ['receivable', -amountMinor, invoice.id],
    ])
  }

  private unapply(applied: (typeof this.applied)[number] | undefined, day: string): void {
    if (!applied || applied.amountMinor === 0n) return
    const { invoice, amountMinor } = applied
    const memo = this.memos[applied.memo]!
    memo.remainingMinor += amountMinor
    invoice.remainingMinor += amountMinor
    applied.amountMinor = 0n
    this.write('credit_unapplied', memo.customerId, day, invoice.currency, [
      ['customer_credit', -amountMinor, memo.id],
      ['receivable', amountMinor, invoice.id],
    ])
  }

  private move(invoice: Invoice, day: string): void {
    const before = invoice.customerId
    invoice.customerId = this.customers.find((id) => id !== before)!
    const { currency, remainingMinor } = invoice
    const leg = (customerId: string, amountMinor: bigint): Posting[] => [
      { ledgerAccount: 'receivable', customerId, invoiceId: invoice.id, currency, amountMinor },
      { ledgerAccount: 'sales', customerId, currency, amountMinor: -amountMinor },
    ]
    this.push('invoice_change', invoice.customerId, day, invoice.id, [
      ...leg(before, -remainingMinor),
      ...leg(invoice.customerId, remainingMinor),
    ])
  }

  private write(
    kind: EntryKind,
    customerId: string,
    day: string,
    currency: string,
    legs: readonly (readonly [Posting['ledgerAccount'], bigint, string?])[],
    source = fresh(),
  ): void {
    // An invoice is owed by its own customer, whoever pays for it.
    const ownerOf = (invoiceId?: string) => this.invoices.find(({ id }) => id === invoiceId)?.customerId
    const postings = legs.map(([ledgerAccount, amountMinor, document]) => ({
      ...{ ledgerAccount, customerId: ownerOf(document) ?? customerId, currency, amountMinor },
      ...(ledgerAccount === 'receivable' && { invoiceId: document! }),
      ...(ledgerAccount === 'customer_credit' && { creditMemoId: document! }),
    }))
    this.push(kind, customerId, day, source, postings)
  }

  private push(kind: EntryKind, customerId: string, day: string, source: string, postings: Posting[]): void {
    this.entries.push({
      ...{ id: fresh(), kind, bookedOn: day, customerId, description: kind, postings },
      source: { type: 'test', id: source },
      ...((kind === 'invoice' || kind === 'invoice_change') && { dueDates: { [source]: addDays(day, 30) } }),
    })
  }
}

/** Sums the postings of a customer up to a day by account and document, from the history itself. */
function sumIndependently(history: History, customerId: string, currency: string, to: string) {
  const sums = new Map<string, bigint>()
  for (const entry of history.entries)
    for (const leg of entry.postings) {
      if (entry.bookedOn > to || leg.customerId !== customerId || leg.currency !== currency) continue
      const key = `${leg.ledgerAccount} ${leg.invoiceId ?? leg.creditMemoId ?? ''}`
      sums.set(key, (sums.get(key) ?? 0n) + leg.amountMinor)
    }
  return sums
}

const OWED = /^(receivable|customer_credit|unapplied) /

it('gives statements the figures of an independent sum over random histories', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 60 }),
      fc.nat(DAYS),
      fc.nat(DAYS),
      async (steps, first, length) => {
        const history = new History()
        for (const one of steps) history.take(one)
        if (history.entries.length === 0) return
        for (const entry of history.entries) await tenant.run((ctx) => appendEntries(ctx, [entry]))
        const from = addDays(FIRST, first)
        const to = addDays(from, length)
        const read = await tenant.run((ctx) => selectCustomerPostings(ctx, history.customers, { from, to }))
        for (const customerId of history.customers)
          for (const currency of ['USD', 'JPY']) {
            const own = read.filter((item) => item.customerId === customerId && item.currency === currency)
            const standing = ({ account, documentId, amountMinor }: StandingSum) => ({
              ...{ account, documentId, amountMinor },
            })
            const made = buildStatement({
              to,
              before: own.filter((item) => item.entry === null).map(standing),
              postings: own.flatMap((item) =>
                item.entry === null ? [] : [{ ...standing(item), ...item.entry, entryId: item.entry.id }],
              ),
              documents: new Map(
                own.map((item) => [item.documentId ?? '', { number: '', date: from, dueDate: null }]),
              ),
            })
            const sums = [...sumIndependently(history, customerId, currency, to)].filter(([key]) =>
              OWED.test(key),
            )
            expect(made.closingMinor).toBe(sums.reduce((so, [, minor]) => so + minor, 0n))
            expect(
              Object.fromEntries(made.openInvoices.map((item) => [item.invoiceId, item.remainingMinor])),
            ).toEqual(
              Object.fromEntries(
                sums.flatMap(([key, minor]) =>
                  key.startsWith('receivable') && minor > 0n ? [[key.split(' ')[1], minor]] : [],
                ),
              ),
            )
            const before = [...sumIndependently(history, customerId, currency, addDays(from, -1))]
            expect(made.openingMinor).toBe(
              before.reduce((so, [key, minor]) => (OWED.test(key) ? so + minor : so), 0n),
            )
            const days = made.lines.map((line) => line.bookedOn)
            expect(days).toEqual([...days].sort())
            const lines = history.entries.filter(
              (entry) =>
                entry.bookedOn >= from &&
                entry.bookedOn <= to &&
                entry.postings.some(
                  (leg) =>
                    leg.customerId === customerId &&
                    leg.currency === currency &&
                    OWED.test(`${leg.ledgerAccount} `),
                ),
            )
            expect(made.lines.map((line) => line.entryId).sort()).toEqual(
              lines.map((entry) => entry.id).sort(),
            )
          }
      },
    ),
    { numRuns: 25 },
  )
})

it('agrees with the balances that the ledger keeps', async () => {
  const history = new History()
  for (const one of fc.sample(step, { seed: 7, numRuns: 120 })) history.take(one)
  for (const entry of history.entries) await tenant.run((ctx) => appendEntries(ctx, [entry]))
  const period = { from: addDays(FIRST, 40), to: addDays(FIRST, DAYS) }
  for (const customerId of history.customers) {
    const read = await tenant.run((ctx) => selectCustomerPostings(ctx, [customerId], period))
    for (const currency of ['USD', 'JPY']) {
      const own = read.filter((item) => item.currency === currency)
      const sum = (account: string) =>
        own.reduce((so, item) => (item.account === account ? so + item.amountMinor : so), 0n)
      const kept = await tenant.run((ctx) => customerBalanceOf(ctx, customerId, currency))
      expect([sum('receivable'), -sum('unapplied')]).toEqual([kept.owedMinor, kept.unappliedMinor])
      for (const id of new Set(
        own.flatMap((item) => (item.account === 'receivable' ? [item.documentId!] : [])),
      )) {
        const [receivable] = await tenant.run((ctx) => readReceivables(ctx, [id]))
        const minor = own.reduce((so, item) => (item.documentId === id ? so + item.amountMinor : so), 0n)
        expect(receivable!.customerId === customerId ? receivable!.remainingMinor : 0n).toBe(minor)
      }
    }
  }
})
