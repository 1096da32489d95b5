import { expect, it } from 'vitest'
import { addressLines } from './postal-address.ts'

const at = (country: string, more = {}) =>
  addressLines({ addressline1: 'Street 5', city: 'Köln', state: '', postal_code: '50667', country, ...more })

it.each(['DE', 'de', 'Germany', 'Deutschland', 'Allemagne', ' deutschland '])(
  'writes the postal code before the town in %j',
  (country) => {
    expect(at(country)).toEqual(['Street 5', '50667 Köln', country])
  },
)

it('writes it after town and state elsewhere, and leaves out empty parts', () => {
  expect(at('US', { city: 'Milwaukee', state: 'WI', postal_code: '53203' })).toEqual([
    'Street 5',
    'Milwaukee, WI 53203',
    'US',
  ])
  expect(at('')).toEqual(['Street 5', 'Köln, 50667'])
  expect(at('IT', { city: 'Milano', state: 'MI', postal_code: '20121' })).toEqual([
    'Street 5',
    '20121 Milano, MI',
    'IT',
  ])
  expect(at('DE', { city: '', postal_code: '' })).toEqual(['Street 5', 'DE'])
})

it.each([
  ['US', 'US', false],
  ['United States', 'us', false],
  ['USA', 'US', false],
  ['DE', 'Deutschland', false],
  ['CA', 'US', true],
  ['US', '', true],
  ['Atlantis', 'Atlantis', false],
])('of an address in %j, written by a company in %j, names the country: %j', (country, home, isNamed) => {
  const lines = addressLines({ city: 'Town', state: '', postal_code: '', country }, home)
  expect(lines).toEqual(isNamed ? ['Town', country] : ['Town'])
})
