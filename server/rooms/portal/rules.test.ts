import { describe, expect, it } from 'vitest'
import { agingFields, billingAddress, creditMemoStatus, maskEmail } from './rules.ts'

describe('maskEmail', () => {
  it.each([
    ['accounts@harborfoods.test', 'a•••@h•••.test'],
    ['a@b.co', 'a•••@b•••.co'],
    ['maya.okafor@mail.harbor-pine.example', 'm•••@m•••.example'],
  ])('shows %s as %s', (email, shown) => {
    expect(maskEmail(email)).toBe(shown)
  })
})

it("maps the buckets to the API's field names", () => {
  const figures = { current: 1n, days_30: 20n, days_60: 300n, days_90: 4000n, over_90: 50000n }
  expect(agingFields(figures, 'USD')).toEqual({
    current_owed: '0.01',
    up_to_30_days_past_due_owed: '0.20',
    up_to_60_days_past_due_owed: '3.00',
    up_to_90_days_past_due_owed: '40.00',
    more_than_90_days_past_due_owed: '500.00',
  })
})

it('formats an address as on an envelope', () => {
  const address = {
    addressline1: '1 Quay',
    addressline2: '',
    city: 'Milwaukee',
    state: 'WI',
    postalCode: '53203',
    country: 'US',
  }
  expect(billingAddress(address, 'CA')).toBe('1 Quay\nMilwaukee, WI 53203\nUS')
  expect(billingAddress(address, 'US')).toBe('1 Quay\nMilwaukee, WI 53203')
  const german = { ...address, city: 'Berlin', state: '', postalCode: '10115', country: 'DE' }
  expect(billingAddress(german, 'US')).toBe('1 Quay\n10115 Berlin\nDE')
  expect(
    billingAddress({ ...address, addressline1: '', city: '', state: '', postalCode: '', country: '' }, 'US'),
  ).toBe('')
})

it('reports a credit memo as applied when nothing is left', () => {
  expect([creditMemoStatus(1n), creditMemoStatus(0n)]).toEqual(['Open', 'Applied'])
})
