import { describe, expect, it } from 'vitest'
import { Answers } from './query-cache.ts'

const KEY = '["invoices",1]'

/** A cache with a clock that the test moves, and a server whose replies the test gives. */
function setUp() {
  const clock = { now: 0 }
  const answers = new Answers(() => clock.now)
  const asked: { signal: AbortSignal; reply: (data: unknown) => void; fail: (error: Error) => void }[] = []
  const ask = (signal: AbortSignal) =>
    new Promise((reply, fail) => {
      asked.push({ signal, reply, fail })
    })
  let changes = 0
  const watch = (key = KEY) =>
    answers.watch(key, () => {
      changes += 1
    })
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
  return { clock, answers, asked, ask, watch, settled, changes: () => changes }
}

describe('query cache', () => {
  it('requests once for all watchers, and shows the answer', async () => {
    const { answers, asked, ask, watch, settled, changes } = setUp()
    watch()
    watch()
    answers.refresh(KEY, ask, 100)
    answers.refresh(KEY, ask, 100)
    expect(asked).toHaveLength(1)
    expect(answers.read(KEY)).toEqual({ data: undefined, error: null, isFetching: true })
    asked[0]!.reply('two invoices')
    await settled()
    expect(answers.read(KEY)).toEqual({ data: 'two invoices', error: null, isFetching: false })
    expect(changes()).toBe(4)
  })

  it('requests again only when the answer is stale', async () => {
    const { clock, answers, asked, ask, watch, settled } = setUp()
    watch()
    answers.refresh(KEY, ask, 100)
    asked[0]!.reply(1)
    await settled()
    clock.now = 99
    answers.refresh(KEY, ask, 100)
    expect(asked).toHaveLength(1)
    clock.now = 100
    answers.refresh(KEY, ask, 100)
    expect(asked).toHaveLength(2)
    expect(answers.read(KEY)).toEqual({ data: 1, error: null, isFetching: true })
  })

  it('keeps the answer when the next attempt fails, and requests at once the next time', async () => {
    const { answers, asked, ask, watch, settled } = setUp()
    watch()
    answers.refresh(KEY, ask, 100)
    asked[0]!.reply(1)
    await settled()
    answers.refresh(KEY, ask, 0)
    asked[1]!.fail(new Error('no connection'))
    await settled()
    expect(answers.read(KEY)).toMatchObject({ data: 1, error: { message: 'no connection' } })
    answers.refresh(KEY, ask, 100)
    asked[2]!.reply(2)
    await settled()
    expect(answers.read(KEY)).toEqual({ data: 2, error: null, isFetching: false })
  })

  it('aborts the request under way on a change, because its answer is outdated', async () => {
    const { answers, asked, ask, watch, settled } = setUp()
    watch()
    answers.refresh(KEY, ask, 100)
    answers.invalidateQuery('invoices')
    expect(asked).toHaveLength(2)
    expect(asked[0]!.signal.aborted).toBe(true)
    asked[0]!.reply('before')
    await settled()
    expect(answers.read(KEY)).toMatchObject({ data: undefined, isFetching: true })
    asked[1]!.reply('after')
    await settled()
    expect(answers.read(KEY)).toMatchObject({ data: 'after', isFetching: false })
  })

  it('invalidates queries of its name only, and refetches unwatched ones when they are watched', async () => {
    const { answers, asked, ask, watch, settled } = setUp()
    const leave = watch()
    answers.refresh(KEY, ask, 100)
    asked[0]!.reply(1)
    await settled()
    answers.invalidateQuery('account')
    expect(asked).toHaveLength(1)
    leave()
    answers.invalidateQuery('invoices')
    expect(asked).toHaveLength(1)
    watch()
    answers.refresh(KEY, ask, 100)
    expect(asked).toHaveLength(2)
  })

  it('aborts a request that nobody waits for any more', async () => {
    const { answers, asked, ask, watch, settled } = setUp()
    const leave = watch()
    answers.refresh(KEY, ask, 100)
    leave()
    expect(asked[0]!.signal.aborted).toBe(true)
    asked[0]!.fail(new DOMException('aborted', 'AbortError'))
    await settled()
    expect(answers.read(KEY)).toEqual({ data: undefined, error: null, isFetching: false })
  })

  it('treats an answer that came with another one as fresh', () => {
    const { answers, asked, ask, watch } = setUp()
    answers.put(KEY, 'came along')
    watch()
    answers.refresh(KEY, ask, 100)
    expect(asked).toHaveLength(0)
    expect(answers.read(KEY).data).toBe('came along')
  })

  it('drops the oldest unwatched answer, never one on screen', async () => {
    const { answers, watch } = setUp()
    watch()
    answers.put(KEY, 'on show')
    for (let at = 0; at < 60; at += 1) {
      const key = JSON.stringify(['search', at])
      answers.put(key, at)
      watch(key)()
    }
    expect(answers.read(KEY).data).toBe('on show')
    expect(answers.read('["search",0]').data).toBeUndefined()
    expect(answers.read('["search",59]').data).toBe(59)
  })
})
