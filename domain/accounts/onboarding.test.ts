import { expect, it } from 'vitest'
import { estimateText, percentDone, STEP_SECONDS } from './onboarding.ts'

it('the percentage is the rounded share of the steps that an account has', () => {
  expect(percentDone({ complete_registration: true })).toBe(100)
  expect(percentDone({ complete_registration: true, create_first_local_invoice: false })).toBe(50)
  const three = { complete_registration: true, complete_payment_settings: true }
  expect(percentDone({ ...three, create_first_local_invoice: false })).toBe(67)
  expect(percentDone({})).toBe(100)
})

it('estimates the steps', () => {
  const texts = Object.fromEntries(
    Object.entries(STEP_SECONDS).map(([step, seconds]) => [step, estimateText(seconds)]),
  )
  expect(texts).toMatchObject({
    complete_registration: '2 min',
    connect_accounting_platform: '3 min',
    activate_platform: '5 s',
    add_company_information_and_logo: '4 min',
    setup_late_fees: '5 min',
  })
})
