import { expect, it } from 'vitest'
import { translate, translatorTo } from './translate.ts'

const DUE = 'Due in {days, plural, one {# day} other {# days}}'

it('translates, and writes English where a language has no catalogue or no such text', () => {
  expect(translate('de', 'Invoice {number}', { number: 'INV-1' })).toBe('Rechnung INV-1')
  expect(translate('nl', 'Invoice {number}', { number: 'INV-1' })).toBe('Invoice INV-1')
  expect(translatorTo('fr')('No such text {x}', { x: 1 })).toBe('No such text 1')
})

it('follows the plurals and numbers of a language', () => {
  const written = (language: 'en' | 'de' | 'fr', days: number) => translate(language, DUE, { days })
  expect([0, 1, 2, 1_000_000].map((days) => written('en', days))).toEqual([
    'Due in 0 days',
    'Due in 1 day',
    'Due in 2 days',
    'Due in 1,000,000 days',
  ])
  expect([1, 2000].map((days) => written('de', days))).toEqual(['Fällig in 1 Tag', 'Fällig in 2.000 Tagen'])
  expect([0, 1, 2, 1_000_000].map((days) => written('fr', days))).toEqual([
    'À payer dans 0 jour',
    'À payer dans 1 jour',
    'À payer dans 2 jours',
    'À payer dans 1\u202f000\u202f000 de jours',
  ])
})

it('tells texts apart by their context and doesn’t show it', () => {
  const context = 'status of an invoice'
  expect(translate('fr', 'Paid', { context })).toBe('Payée')
  expect(translate('en', 'Paid', { context })).toBe('Paid')
})

it('ends a sentence with one period after a name that has its own', () => {
  const code = 'Enter this code to see all your invoices from {company}.'
  expect(translate('en', code, { company: 'Alder Supply Co.' })).toBe(
    'Enter this code to see all your invoices from Alder Supply Co.',
  )
  expect(translate('en', code, { company: 'Alder' })).toBe(
    'Enter this code to see all your invoices from Alder.',
  )
  expect(translate('en', code, { company: 'Wait ...' })).toBe(
    'Enter this code to see all your invoices from Wait ....',
  )
})

it('refuses a missing argument', () => {
  expect(() => translate('de', 'Invoice {number}')).toThrow(/number/)
})

it('writes dates as days of the calendar', () => {
  const day = Date.UTC(2026, 11, 24)
  expect(translate('en', 'On {day, date, medium}', { day })).toBe('On Dec 24, 2026')
})
