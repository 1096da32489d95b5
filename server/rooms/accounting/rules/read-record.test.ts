import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RemoteCustomer } from '../../../gateways/accounting/port.ts'
import { readCustomer, taxRateOf } from './read-record.ts'

it('writes phone numbers in the form of all others, and keeps what is no number alone', () => {
  const remote = {
    remoteId: '7',
    name: 'Spree Bau',
    companyName: '',
    email: '',
    phone: '414.555.0142',
    mobilePhone: '+49 (0)30 1234567',
    fax: '414-555-0142 ext. 12, at the desk of Ada',
    currency: 'USD',
    addressline1: '',
    addressline2: '',
    city: '',
    state: '',
    postalCode: '',
    country: '',
    mergedInto: null,
  } as RemoteCustomer
  expect(readCustomer(remote)).toMatchObject({
    primaryPhone: '(414) 555-0142',
    mobilePhone: '+49 30 1234567',
    fax: '414-555-0142 ext. 12, at the d',
  })
})

it.each([
  [12_999n, 1040n, 80_000n],
  [8333n, 667n, 80_000n],
  [100_00n, 8_88n, 88_800n],
  [100_000_00n, 8_875_00n, 88_750n],
  [10_000n, 0n, 0n],
  [0n, 500n, 0n],
])('reads the rate of %d with a tax of %d as %d parts per million', (net, tax, ppm) => {
  expect(taxRateOf(net, tax)).toBe(ppm)
})

it('finds a rate that yields the tax, wherever parts per million can', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 400_000n), fc.bigInt(1n, 400_000n), (net, tax) => {
      const rate = taxRateOf(net, tax)
      expect((net * rate + 500_000n) / 1_000_000n).toBe(tax)
    }),
  )
})
