import { expect, it } from 'vitest'
import { agoText, syncText } from './sync-words.ts'

const STATUS = {
  sync_status: 'none',
  last_sync: null,
  last_sync_delta: null,
  provider: 'sandbox_books',
  name: 'Sandbox books',
  connected: true,
  first: false,
  first_sync_delta: null,
  progress: null,
  failure: null,
  conflicts: 0,
  undecided: 0,
} as const

it('names the age of the latest sync in whole units', () => {
  expect([0, 59, 60, 3599, 3600, 7200, 86_400].map(agoText)).toEqual([
    'just now',
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '2 hours ago',
    '1 day ago',
  ])
})

it('tells what is going on before when it was read', () => {
  expect(syncText(STATUS)).toBe('Not synced yet')
  expect(syncText({ ...STATUS, last_sync_delta: 180 })).toBe('Synced 3 minutes ago')
  expect(syncText({ ...STATUS, sync_status: 'queued' })).toBe('Sync queued')
  const progress = { phase: 'invoices', done: 1050, total: 4806 }
  expect(syncText({ ...STATUS, sync_status: 'in_progress', progress })).toBe(
    'Reading invoices: 1,050 of 4,806',
  )
  expect(syncText({ ...STATUS, sync_status: 'in_progress', progress: { ...progress, total: null } })).toBe(
    'Reading invoices: 1,050',
  )
  expect(syncText({ ...STATUS, connected: false })).toBe('Not connected')
})
