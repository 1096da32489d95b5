import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ToastInput } from '../../ui/overlay/toast.tsx'
import { keepTexts, takeTexts } from '../../ui/overlay/typed-texts.ts'
import { announceKeptTexts } from './announce-kept-texts.tsx'

const stored = new Map<string, string>()
const shown: ToastInput[] = []
const announce = () => announceKeptTexts('/customers?new=true', (toast) => shown.push(toast))

beforeEach(() => {
  vi.useFakeTimers()
  stored.clear()
  shown.length = 0
  vi.stubGlobal('window', {
    location: { origin: 'https://app.test', pathname: '/customers', search: '' },
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    dispatchEvent: () => true,
  })
  keepTexts('ada', 'New customer', { Name: 'Pine & Pepper' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('names a dialog whose texts are kept', () => {
  announce()
  vi.runAllTimers()
  expect(shown).toMatchObject([{ body: { props: { dialog: 'New customer' } } }])
})

it('says nothing when the dialog has opened by itself', () => {
  announce()
  takeTexts('New customer')
  vi.runAllTimers()
  expect(shown).toEqual([])
})

it('says nothing on another page', () => {
  announceKeptTexts('/invoices', (toast) => shown.push(toast))
  vi.runAllTimers()
  expect(shown).toEqual([])
})
