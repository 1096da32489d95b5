import { describe, expect, it } from 'vitest'
import { chooseLanguage } from './choose-language.ts'

const NOTHING = { chosen: null, customer: null, browser: null, account: null }

describe('the language of a page', () => {
  it('is the chosen one, else the customer’s, the browser’s, the account’s, English', () => {
    const all = { chosen: 'de', customer: 'fr', browser: 'es', account: 'en' }
    expect(chooseLanguage(all)).toBe('de')
    expect(chooseLanguage({ ...all, chosen: null })).toBe('fr')
    expect(chooseLanguage({ ...all, chosen: null, customer: null })).toBe('es')
    expect(chooseLanguage({ ...NOTHING, account: 'fr-CA' })).toBe('fr')
    expect(chooseLanguage(NOTHING)).toBe('en')
  })

  it('passes over languages without pages and tags that are none', () => {
    expect(chooseLanguage({ chosen: 'xx', customer: 'nl', browser: 'it', account: 'es' })).toBe('es')
    expect(chooseLanguage({ ...NOTHING, chosen: '__proto__', account: 'constructor' })).toBe('en')
  })

  it.each([
    ['de', 'de'],
    ['de-CH, en;q=0.5', 'de'],
    ['en;q=0.4, fr-CA;q=0.8', 'fr'],
    ['ES', 'es'],
    ['fr, de', 'fr'],
    ['it, pt-BR;q=0.9, es;q=0.1', 'es'],
    ['de;q=0, fr;q=0.2', 'fr'],
    ['*', 'en'],
    ['de;q=nonsense', 'de'],
    ['', 'en'],
    [`${'x,'.repeat(40)}de`, 'en'],
  ])('reads %s as %s', (browser, expected) => {
    expect(chooseLanguage({ ...NOTHING, browser })).toBe(expected)
  })
})
