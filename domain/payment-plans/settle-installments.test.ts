import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sumMinor } from '../money/money.ts'
import { type AgreedInstallment, type PlanInvoice, settleInstallments } from './settle-installments.ts'

const installments = (...amounts: bigint[]): AgreedInstallment[] =>
  amounts.map((amountMinor, index) => ({
    id: `i${index + 1}`,
    number: index + 1,
    dueOn: `2026-12-0${index + 1}`,
    amountMinor,
    isDownPayment: index === 0,
  }))
const invoice = (plannedMinor: bigint, more: Partial<PlanInvoice> = {}): PlanInvoice => ({
  invoiceId: 'a',
  plannedMinor,
  chargedThenMinor: plannedMinor,
  chargedMinor: plannedMinor,
  remainingMinor: plannedMinor,
  reservedMinor: 0n,
  ...more,
})
const open = (...given: Parameters<typeof settleInstallments>) =>
  settleInstallments(...given).map(({ openMinor }) => openMinor)

it('settles the earliest installment first', () => {
  expect(open(installments(100n, 100n, 100n), [invoice(300n, { remainingMinor: 150n })])).toEqual([
    0n,
    50n,
    100n,
  ])
})

it('opens what was settled last when money goes back', () => {
  expect(open(installments(100n, 100n, 100n), [invoice(300n, { remainingMinor: 220n })])).toEqual([
    20n,
    100n,
    100n,
  ])
})

it('adds a late fee to the last installment, and takes a waiver from it', () => {
  expect(
    open(installments(100n, 200n), [invoice(300n, { chargedMinor: 325n, remainingMinor: 325n })]),
  ).toEqual([100n, 225n])
  expect(open(installments(100n, 200n), [invoice(300n, { chargedMinor: 50n, remainingMinor: 50n })])).toEqual(
    [50n, 0n],
  )
})

it('leaves the other invoices of a plan as they are when one is voided', () => {
  const invoices = [
    invoice(150n, { chargedMinor: 0n, remainingMinor: 0n }),
    invoice(150n, { invoiceId: 'b' }),
  ]
  const settled = settleInstallments(installments(100n, 100n, 100n), invoices)
  expect(settled.map(({ amountMinor, openMinor }) => [amountMinor, openMinor])).toEqual([
    [0n, 0n],
    [50n, 50n],
    [100n, 100n],
  ])
})

it('owes a refund of money from before the plan in the last installment', () => {
  const before = invoice(100n, { chargedThenMinor: 300n, chargedMinor: 300n, remainingMinor: 300n })
  expect(open(installments(50n, 50n), [before])).toEqual([50n, 250n])
})

it('always adds up to what remains, for each invoice and in all', () => {
  const amount = fc.bigInt(1n, 100_000n)
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          planned: amount,
          before: fc.bigInt(0n, 1000n),
          now: fc.bigInt(0n, 150_000n),
          settled: fc.bigInt(0n, 150_000n),
        }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      fc.integer({ min: 1, max: 6 }),
      (drawn, count) => {
        const invoices = drawn.map(
          ({ planned, before, now, settled }, index): PlanInvoice => ({
            invoiceId: `v${index}`,
            plannedMinor: planned,
            chargedThenMinor: planned + before,
            chargedMinor: now,
            remainingMinor: settled > now ? 0n : now - settled,
            reservedMinor: 0n,
          }),
        )
        const total = sumMinor(invoices.map(({ plannedMinor }) => plannedMinor))
        const each = total / BigInt(count)
        const amounts = Array.from({ length: count }, (_, index) =>
          index === count - 1 ? total - each * BigInt(count - 1) : each,
        )
        const settled = settleInstallments(installments(...amounts), invoices)
        for (const { invoiceId, remainingMinor } of invoices) {
          const parts = settled.flatMap((one) => one.parts.filter((part) => part.invoiceId === invoiceId))
          expect(sumMinor(parts.map(({ openMinor }) => openMinor))).toBe(remainingMinor)
          expect(parts.every((part) => part.openMinor >= 0n && part.openMinor <= part.amountMinor)).toBe(true)
          // Earliest first: after an open share no settled one follows.
          const firstOpen = parts.findIndex(({ openMinor }) => openMinor > 0n)
          if (firstOpen >= 0)
            expect(parts.slice(firstOpen + 1).every((part) => part.openMinor === part.amountMinor)).toBe(true)
        }
      },
    ),
  )
})
