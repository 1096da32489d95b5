import { describe, expect, it } from 'vitest'
import { surchargeMinor, surchargeText } from './surcharge.ts'

describe('surcharge', () => {
  it('is added for cards and e-checks only', () => {
    expect(surchargeMinor(10_000n, 30_000, 'credit_card')).toBe(300n)
    expect(surchargeMinor(10_000n, 30_000, 'e_check')).toBe(300n)
    expect(surchargeMinor(10_000n, 30_000, 'paypal')).toBe(0n)
  })

  it('is rounded half-up once', () => {
    expect(surchargeMinor(50n, 30_000, 'credit_card')).toBe(2n)
    expect(surchargeMinor(49n, 30_000, 'credit_card')).toBe(1n)
    expect(surchargeMinor(0n, 30_000, 'credit_card')).toBe(0n)
  })

  it("says 'includes {amount} credit card surcharge'", () => {
    expect(surchargeText('$3.00', 'credit_card')).toBe('includes $3.00 credit card surcharge')
  })

  it("says 'includes {amount} e check surcharge'", () => {
    expect(surchargeText('$3.00', 'e_check')).toBe('includes $3.00 e check surcharge')
    expect(surchargeText('$3.00', 'paypal')).toBeNull()
  })
})
