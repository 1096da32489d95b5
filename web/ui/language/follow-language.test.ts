import { expect, it } from 'vitest'
import { isToFollow, type LanguageState } from './follow-language.ts'

const page: LanguageState = {
  stored: 'fr',
  shown: 'en',
  offered: ['en', 'de', 'fr', 'es'],
  cookies: '',
  framed: false,
}

it('follows the stored language, also when the cookie names a former customer’s', () => {
  expect(isToFollow(page)).toBe(true)
  expect(isToFollow({ ...page, cookies: 'theme=dark; customer-language=de' })).toBe(true)
  expect(isToFollow({ ...page, shown: 'de', cookies: 'customer-language=de' })).toBe(true)
})

it('never loads the page twice for one language, even if the server does not follow', () => {
  expect(isToFollow({ ...page, shown: 'fr', cookies: 'customer-language=fr' })).toBe(false)
  expect(isToFollow({ ...page, cookies: 'theme=dark; customer-language=fr' })).toBe(false)
})

it.each<[string, Partial<LanguageState>]>([
  ['the reader’s own choice', { cookies: 'a=b; language=de' }],
  ['a page in the stored language', { stored: 'en' }],
  ['languages without pages', { stored: 'nl' }],
  ['a page of one language', { offered: [] }],
  ['frames', { framed: true }],
])('leaves %s alone', (_name, state) => {
  expect(isToFollow({ ...page, ...state })).toBe(false)
})
