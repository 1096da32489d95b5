import { afterEach, describe, expect, it, vi } from 'vitest'
import { exclusiveAcrossTabs } from './refresh.ts'

describe('R-90 exclusiveAcrossTabs', () => {
  afterEach(() => vi.unstubAllGlobals())
  const browserWith = (request: (name: string, work: () => Promise<unknown>) => Promise<unknown>) =>
    vi.stubGlobal('navigator', { locks: { request } })

  it('works without the lock where the browser gives a frame none', async () => {
    browserWith(() => Promise.reject(new DOMException('denied', 'SecurityError')))
    expect(await exclusiveAcrossTabs(async () => 'OK')).toBe('OK')
  })

  it('works once where it has the lock, also when the work fails', async () => {
    browserWith((_, work) => work())
    let times = 0
    const work = async () => {
      times++
      throw new Error('no network')
    }
    await expect(exclusiveAcrossTabs(work)).rejects.toThrow('no network')
    expect(times).toBe(1)
  })
})
