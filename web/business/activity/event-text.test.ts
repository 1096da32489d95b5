import { expect, it } from 'vitest'
import { EVENT_TYPES } from '../../../domain/accounts/event-types.ts'
import { ACTIVITY_FILTERS } from './activity-filters.ts'
import { type Event, eventDetail, eventText } from './event-text.tsx'

const event = (type: Event['type'], more: Partial<Event> = {}): Event => ({
  pk: '1',
  at: '2026-11-20T15:00:00Z',
  type,
  actor: { kind: 'staff', name: 'Olive Owner' },
  label: 'INV-1001',
  amount: '50.00',
  currency: 'USD',
  note: '',
  page: null,
  customer: { pk: '2', short_name: 'Harbor Foods' },
  ...more,
})

it('names customer, record and amount, and leaves the customer out on their own page', () => {
  expect(eventText(event('payment.confirmed'))).toBe('Harbor Foods paid $50.00')
  expect(eventText(event('payment.confirmed'), 'customer')).toBe('Paid $50.00')
  expect(eventText(event('invoice.sent'))).toBe('INV-1001 was sent to Harbor Foods')
  expect(eventText(event('invoice.sent'), 'customer')).toBe('INV-1001 was sent')
  expect(eventText(event('payment.returned'), 'customer')).toBe('The bank returned $50.00')
  expect(eventText(event('payment.pending'), 'customer')).toBe('Paying $50.00')
  expect(eventText(event('customer.created'), 'customer')).toBe('Added')
})

it('tells people that a note mentions them, where they are notified', () => {
  expect(eventText(event('customer.noted'), 'notifications')).toBe(
    'You were mentioned in a note about Harbor Foods',
  )
})

it.each(EVENT_TYPES)('%s leaves no placeholder, whatever is unknown', (type) => {
  const bare = event(type, { label: '', amount: null, currency: null, customer: null })
  for (const place of ['activity', 'customer', 'notifications'] as const) {
    expect(eventText(bare, place)).not.toMatch(/[{}]|undefined|null/)
    expect(eventText(event(type), place)).toMatch(/^[A-Z$][^{}]+$/)
  }
})

it('adds the number of a payment, the reason and the member of staff', () => {
  const refund = event('payment.refunded', { label: 'PAY-7', note: 'ordered twice' })
  expect(eventDetail(refund)).toBe('PAY-7, ordered twice, by Olive Owner')
  const opened = event('invoice.opened', { actor: { kind: 'pay_link', name: 'A pay link visitor' } })
  expect(eventDetail(opened)).toBe('')
})

it('names each type in the filter by words of its own', () => {
  const options = ACTIVITY_FILTERS.find(({ id }) => id === 'type')!.options!
  expect(new Set(options.map(({ label }) => label)).size).toBe(EVENT_TYPES.length)
  expect(options.find(({ value }) => value === 'payment_plan.proposed')!.label).toBe('Payment plan proposed')
  for (const { label } of options) expect(label).not.toMatch(/[._]|message/i)
})
