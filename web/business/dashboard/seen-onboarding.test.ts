import { expect, it } from 'vitest'
import { createMemoryStore } from '../../session/storage/key-store.ts'
import { rememberOnboarding, seenOnboarding } from './seen-onboarding.ts'

it('remembers for each account whether onboarding was seen', () => {
  const store = createMemoryStore()
  expect(seenOnboarding(store)).toEqual([])
  rememberOnboarding(store, 'a1', true)
  rememberOnboarding(store, 'a2', true)
  rememberOnboarding(store, 'a1', true)
  expect(JSON.parse(store.get('view-onboarding')!)).toEqual(['a2', 'a1'])
  rememberOnboarding(store, 'a2', false)
  expect(seenOnboarding(store)).toEqual(['a1'])
})

it.each(['{', 'null', '"a1"', '{"a1":true}', '[1,null]'])('treats a malformed list (%s) as empty', (text) => {
  const store = createMemoryStore()
  store.set('view-onboarding', text)
  expect(seenOnboarding(store)).toEqual([])
})
