import { expect, it } from 'vitest'
import { addressesIn, changedContactFields } from './contact-fields.ts'

it('reads addresses with commas, semicolons or line breaks between them', () => {
  expect(addressesIn(' a@one.test, b@two.test;\nc@three.test ')).toEqual([
    'a@one.test',
    'b@two.test',
    'c@three.test',
  ])
  expect(addressesIn('  ')).toEqual([])
})

it('names the fields whose values differ', () => {
  expect(changedContactFields({ city: 'Bath', state: '' }, { city: 'Wells' })).toEqual(['city'])
})
