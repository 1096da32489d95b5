import fc from 'fast-check'
import { expect, it } from 'vitest'
import { smallerMinor, sumMinor } from '../money/money.ts'
import { addFee } from './plan-fee.ts'
import { type AgreedInstallment, type PlanInvoice, settleInstallments } from './settle-installments.ts'

const installments = (...amounts: bigint[]): AgreedInstallment[] =>
  amounts.map((amountMinor, index) => ({
    id: `i${index + 1}`,
    number: index + 1,
    dueOn: `2026-12-0${index + 1}`,
    amountMinor,
    isDownPayment: false,
  }))
const invoice = (invoiceId: string, plannedMinor: bigint, settledMinor = 0n): PlanInvoice => ({
  invoiceId,
  plannedMinor,
  chargedThenMinor: plannedMinor,
  chargedMinor: plannedMinor,
  remainingMinor: plannedMinor - settledMinor,
  reservedMinor: 0n,
})
const opensOf = (plan: { installments: readonly AgreedInstallment[]; invoices: readonly PlanInvoice[] }) =>
  settleInstallments(plan.installments, plan.invoices).map(({ openMinor }) => openMinor)

it('adds the fee to the first installment and its first invoice', () => {
  const plan = { installments: installments(60n, 40n), invoices: [invoice('a', 50n), invoice('b', 50n)] }
  const withFee = addFee(plan, 7n)
  expect(withFee.place).toEqual({ installmentId: 'i1', invoiceId: 'a' })
  expect(opensOf(withFee)).toEqual([67n, 40n])
  expect(withFee.installments[0]).toMatchObject({ amountMinor: 67n, feeMinor: 7n })
})

it('adds it to the first installment that is open by then', () => {
  const plan = {
    installments: installments(50n, 50n, 50n, 50n),
    invoices: [invoice('a', 100n, 100n), invoice('b', 100n)],
  }
  expect(opensOf(addFee(plan, 10n))).toEqual([0n, 0n, 60n, 50n])
})

it('adds nothing to a plan that owes nothing', () => {
  const plan = { installments: installments(50n), invoices: [invoice('a', 50n, 50n)] }
  expect(addFee(plan, 10n)).toMatchObject({ place: null, invoices: plan.invoices })
})

it('changes no other installment, and adds up to what remains', () => {
  const amount = fc.bigInt(1n, 10_000n)
  fc.assert(
    fc.property(
      fc.array(fc.record({ planned: amount, settled: fc.bigInt(0n, 12_000n) }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.integer({ min: 1, max: 6 }),
      amount,
      (given, count, fee) => {
        const invoices = given.map(({ planned, settled }, index) =>
          invoice(`v${index}`, planned, smallerMinor(settled, planned)),
        )
        const total = sumMinor(invoices.map(({ plannedMinor }) => plannedMinor))
        const each = total / BigInt(count)
        const plan = {
          invoices,
          installments: installments(
            ...Array.from({ length: count }, (_, at) => (at === 0 ? total - each * BigInt(count - 1) : each)),
          ),
        }
        const before = opensOf(plan)
        const { place, ...withFee } = addFee(plan, fee)
        const at = Number(place?.installmentId.slice(1)) - 1
        expect(opensOf(withFee)).toEqual(before.map((open, index) => (index === at ? open + fee : open)))
        expect(sumMinor(opensOf(withFee))).toBe(
          sumMinor(withFee.invoices.map(({ remainingMinor }) => remainingMinor)),
        )
      },
    ),
  )
})
