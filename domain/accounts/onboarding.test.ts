import { expect, it } from 'vitest'
import { percentDone, STEP_TIMES } from './onboarding.ts'

it('the percentage is the rounded share of the steps that an account has', () => {
  expect(percentDone({ complete_registration: true })).toBe(100)
  expect(percentDone({ complete_registration: true, create_first_local_invoice: false })).toBe(50)
  const three = { complete_registration: true, complete_payment_settings: true }
  expect(percentDone({ ...three, create_first_local_invoice: false })).toBe(67)
  expect(percentDone({})).toBe(100)
})

it('each step names the time it takes', () => {
  const { complete_registration, connect_accounting_platform, activate_platform, ...others } = STEP_TIMES
  expect([complete_registration, connect_accounting_platform, activate_platform]).toEqual([
    '2 min',
    '3 min',
    '5 s',
  ])
  const { add_company_information_and_logo, ...rest } = others
  expect(add_company_information_and_logo).toBe('4 min')
  expect(new Set(Object.values(rest))).toEqual(new Set(['5 min']))
})
