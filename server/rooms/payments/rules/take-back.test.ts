import fc from 'fast-check'
import { expect, it } from 'vitest'
import { smallerMinor, sumMinor } from '../../../../domain/money/money.ts'
import { takeBack } from './take-back.ts'

const share = (invoiceId: string, amountMinor: bigint, position: number) => ({
  invoiceId,
  amountMinor,
  position,
})

it('takes credit first, then the latest share', () => {
  const payment = {
    capturedMinor: 130n,
    refundedMinor: 0n,
    surchargeMinor: 0n,
    surchargeRefundedMinor: 0n,
    unappliedMinor: 30n,
  }
  const shares = [share('old', 60n, 0), share('new', 40n, 1)]
  expect(takeBack(20n, payment, shares)).toEqual({ shares: [], unappliedMinor: 20n, surchargeMinor: 0n })
  expect(takeBack(50n, payment, shares)).toEqual({
    shares: [{ invoiceId: 'new', amountMinor: 20n }],
    unappliedMinor: 30n,
    surchargeMinor: 0n,
  })
  expect(takeBack(130n, payment, shares).shares).toEqual([
    { invoiceId: 'new', amountMinor: 40n },
    { invoiceId: 'old', amountMinor: 60n },
  ])
})

it('refuses zero, negative amounts and more than was not refunded', () => {
  const payment = {
    capturedMinor: 100n,
    refundedMinor: 40n,
    surchargeMinor: 0n,
    surchargeRefundedMinor: 0n,
    unappliedMinor: 0n,
  }
  for (const amount of [61n, 0n, -1n])
    expect(() => takeBack(amount, payment, [share('a', 60n, 0)])).toThrow(RangeError)
})

it('refunds everything to the cent for any split into parts', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt(1n, 500_000n), { minLength: 1, maxLength: 4 }),
      fc.bigInt(0n, 50_000n),
      fc.integer({ min: 0, max: 100_000 }),
      fc.array(fc.bigInt(1n, 300_000n), { minLength: 1, maxLength: 12 }),
      (amounts, credit, ppm, parts) => {
        const base = sumMinor(amounts) + credit
        const surcharge = (base * BigInt(ppm)) / 1_000_000n
        let payment = {
          capturedMinor: base + surcharge,
          refundedMinor: 0n,
          surchargeMinor: surcharge,
          surchargeRefundedMinor: 0n,
          unappliedMinor: credit,
        }
        let shares = amounts.map((amountMinor, position) =>
          share(`invoice-${position}`, amountMinor, position),
        )
        for (const part of [...parts, payment.capturedMinor]) {
          const left = payment.capturedMinor - payment.refundedMinor
          const amount = smallerMinor(part, left)
          if (amount === 0n) break
          const taken = takeBack(amount, payment, shares)
          const byInvoice = new Map(taken.shares.map((one) => [one.invoiceId, one.amountMinor]))
          expect(sumMinor(byInvoice.values()) + taken.unappliedMinor + taken.surchargeMinor).toBe(amount)
          expect(taken.surchargeMinor >= 0n).toBe(true)
          shares = shares.map((one) => ({
            ...one,
            amountMinor: one.amountMinor - (byInvoice.get(one.invoiceId) ?? 0n),
          }))
          expect(shares.every((one) => one.amountMinor >= 0n)).toBe(true)
          payment = {
            ...payment,
            refundedMinor: payment.refundedMinor + amount,
            surchargeRefundedMinor: payment.surchargeRefundedMinor + taken.surchargeMinor,
            unappliedMinor: payment.unappliedMinor - taken.unappliedMinor,
          }
        }
        expect(payment.refundedMinor).toBe(payment.capturedMinor)
        expect(payment.surchargeRefundedMinor).toBe(surcharge)
        expect(payment.unappliedMinor).toBe(0n)
        expect(sumMinor(shares.map((one) => one.amountMinor))).toBe(0n)
      },
    ),
    { numRuns: 2000 },
  )
})
