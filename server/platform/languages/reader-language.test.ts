import { expect, it } from 'vitest'
import type { Access } from '../../../contract/route.ts'
import { readerLanguage } from './reader-language.ts'

const PAYER: Access = { kind: 'payer' }

const languageFor = (access: Access | undefined, headers: Record<string, string>) =>
  readerLanguage({ headers, routeOptions: { config: { access } } } as never)

it('is the page’s own language for a call, whatever the cookies say', () => {
  expect(languageFor(PAYER, { 'accept-language': 'de', cookie: 'language=fr' })).toBe('de')
  expect(languageFor(PAYER, { cookie: 'language=fr' })).toBeUndefined()
})

it('is the reader’s choice for a link that the browser opens', () => {
  const link = { 'sec-fetch-mode': 'navigate', 'accept-language': 'es' }
  expect(languageFor(PAYER, link)).toBe('es')
  expect(languageFor(PAYER, { ...link, cookie: 'customer-language=fr' })).toBe('fr')
  expect(languageFor(PAYER, { ...link, cookie: 'customer-language=fr; language=de' })).toBe('de')
})

it.each<[Access | undefined, string | undefined]>([
  [{ kind: 'customer' }, 'de'],
  [{ kind: 'preview' }, 'de'],
  [{ kind: 'login' }, 'de'],
  [{ kind: 'session' }, 'de'],
  [{ kind: 'public', host: 'company' }, 'de'],
  [{ kind: 'public', host: 'either' }, 'de'],
  [{ kind: 'public' }, undefined],
  [{ kind: 'user' }, undefined],
  [{ kind: 'staff', right: 'view' as never }, undefined],
  [{ kind: 'signed' }, undefined],
  [{ kind: 'demo' }, undefined],
  [undefined, undefined],
])('is on a route of %j %s', (access, expected) => {
  expect(languageFor(access, { 'accept-language': 'de' })).toBe(expected)
})
