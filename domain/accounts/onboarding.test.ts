import { expect, it } from 'vitest'
import { percentDone } from './onboarding.ts'

it('the percentage is the rounded share of the steps that an account has', () => {
  expect(percentDone({ complete_registration: true })).toBe(100)
  expect(percentDone({ complete_registration: true, create_first_local_invoice: false })).toBe(50)
  const three = { complete_registration: true, complete_payment_settings: true }
  expect(percentDone({ ...three, create_first_local_invoice: false })).toBe(67)
  expect(percentDone({})).toBe(100)
})
