import { expect, it } from 'vitest'
import { FILTER_OPERATORS } from '../../../../contract/shapes.ts'
import { roleCan, type StaffRole } from '../../../../domain/people/roles.ts'
import { actionsOf, eventsShownTo } from './shown-events.ts'

const TYPES = {
  'payments.confirm': 'payment.confirmed',
  'payments.agree': 'customer.auto_payments_turned_on',
} as const

const shownTo = (role: StaffRole) => [...eventsShownTo((right) => roleCan(role, right), TYPES).values()]

it('shows automatic payments only to those who may read them', () => {
  expect(shownTo('owner')).toEqual(Object.values(TYPES))
  expect(shownTo('viewer')).toEqual(['payment.confirmed'])
})

it('finds the actions of types by every operator, and of a subject', () => {
  const shown = new Map(Object.entries(TYPES))
  const found = (operator: (typeof FILTER_OPERATORS)[number], exclude = false) =>
    actionsOf(shown, undefined, [{ name: 'type', operator, argument: 'payment.confirmed', exclude }])
  const [payment, customer] = Object.keys(TYPES)
  const by = Object.fromEntries(FILTER_OPERATORS.map((operator) => [operator, found(operator)]))
  expect(by).toEqual({
    ...{ eq: [payment], neq: [customer], lt: [customer], gt: [] },
    ...{ lte: [payment, customer], gte: [payment] },
  })
  expect(found('eq', true)).toEqual([customer])
  expect(actionsOf(shown, 'customer', [])).toEqual([customer])
  expect(
    actionsOf(shown, 'customer', [{ name: 'at', operator: 'eq', argument: 'x', exclude: false }]),
  ).toEqual([customer])
})
