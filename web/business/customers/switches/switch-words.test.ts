import { expect, it } from 'vitest'
import type { CustomerDetail } from '../../../../contract/customers.ts'
import { offLabels, switchText } from './switch-words.ts'

const customer = (
  name: 'reminders' | 'auto_pay',
  off_by: CustomerDetail['switches']['reminders']['off_by'],
) =>
  ({
    group: { pk: '1', name: 'Wholesale', memberships: [] },
    switches: { [name]: { on: off_by === null, off_by } },
  }) as unknown as CustomerDetail

it('names what is in force and what decides it', () => {
  expect(switchText(customer('reminders', null), 'reminders')).toBe('On')
  expect(switchText(customer('reminders', 'group'), 'reminders')).toBe('Off by group Wholesale')
  expect(switchText(customer('reminders', 'customer'), 'reminders')).toBe('Off for this customer')
  expect(switchText(customer('reminders', 'account'), 'reminders')).toBe('Off for your whole account')
  expect(switchText(customer('reminders', 'legacy_reminders'), 'reminders')).toBe(
    'Off: another system sends them',
  )
  expect(switchText(customer('reminders', 'inactive'), 'reminders')).toBe('Off: the customer is inactive')
  expect(switchText(customer('auto_pay', 'customer'), 'auto_pay')).toBe('Off: not agreed to by the customer')
})

it('labels the switches that a group has off', () => {
  const on = {
    reminders_status: true,
    statements_status: true,
    late_fees_status: true,
    auto_pay_status: true,
  }
  expect(offLabels(on)).toEqual([])
  expect(offLabels({ ...on, reminders_status: false, auto_pay_status: false })).toEqual([
    'No reminders',
    'No automatic payments',
  ])
})
