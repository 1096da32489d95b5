import { expect, it } from 'vitest'
import { roleCan, type StaffRole } from '../../../../domain/people/roles.ts'
import { eventsShownTo } from './shown-events.ts'

const TYPES = {
  'payments.confirm': 'payment.confirmed',
  'payments.agree': 'customer.auto_payments_turned_on',
} as const

const shownTo = (role: StaffRole) => [...eventsShownTo((right) => roleCan(role, right), TYPES).values()]

it('shows automatic payments only to those who may read them', () => {
  expect(shownTo('owner')).toEqual(Object.values(TYPES))
  expect(shownTo('viewer')).toEqual(['payment.confirmed'])
})
