import { describe, expect, it } from 'vitest'
import { createMemoryStore } from './key-store.ts'
import { keepMarketingSource, readMarketingSource } from './marketing-source.ts'

const DAY = 24 * 60 * 60 * 1000
const NOW = 1_790_000_000_000

describe('keepMarketingSource', () => {
  it('keeps the first campaign for 30 days', () => {
    const store = createMemoryStore()
    keepMarketingSource(store, '?utm_source=news&utm_campaign=june&token=secret', NOW)
    expect(JSON.parse(store.get('sherpa_utm')!)).toEqual({ utm_source: 'news', utm_campaign: 'june' })
    expect(store.get('utm_expiration')).toBe(String(NOW + 30 * DAY))
    keepMarketingSource(store, '?utm_source=other', NOW + 29 * DAY)
    expect(store.get('sherpa_utm')).toContain('news')
    keepMarketingSource(store, '', NOW + 30 * DAY)
    expect(store.get('sherpa_utm')).toBeNull()
    expect(store.get('utm_expiration')).toBeNull()
  })

  it('returns it until it expires, and never a malformed one', () => {
    const store = createMemoryStore()
    expect(readMarketingSource(store, NOW)).toBe('')
    keepMarketingSource(store, '?utm_source=news%20letter&utm_campaign=june', NOW)
    expect(readMarketingSource(store, NOW + 30 * DAY - 1)).toBe('utm_source=news+letter&utm_campaign=june')
    expect(readMarketingSource(store, NOW + 30 * DAY)).toBe('')
    store.set('sherpa_utm', '{"utm_source":')
    expect(readMarketingSource(store, NOW)).toBe('')
    keepMarketingSource(store, '?utm_source=other', NOW)
    expect(readMarketingSource(store, NOW)).toBe('utm_source=other')
  })

  it('stores nothing without a campaign', () => {
    const store = createMemoryStore()
    keepMarketingSource(store, '?page=2', NOW)
    expect(store.get('sherpa_utm')).toBeNull()
  })
})
