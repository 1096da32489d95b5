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
