import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { type InLine, lineOf } from './line.ts'

function aLine(limits: { mostWaiting: number; mostWaitingOfOne?: number }) {
  const inTurn = lineOf({
    mostAtOnce: 2,
    refusal: () => new Refusal('busy', { retryAfterSeconds: 2 }),
    ...limits,
  })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    end: async (name: string) => {
      ends.get(name)!()
      await new Promise(setImmediate)
    },
    join: (name: string, who: InLine = 'anybody') =>
      inTurn(who, () => {
        begun.push(name)
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
      }),
  }
}

const BUSY = { code: 'busy', retryAfterSeconds: 2 }

describe('a line', () => {
  it('runs two at once and the others in order of arrival', async () => {
    const line = aLine({ mostWaiting: 2 })
    const all = ['a', 'b', 'c', 'd'].map((name) => line.join(name))
    expect(line.begun).toEqual(['a', 'b'])
    await line.end('b')
    expect(line.begun).toEqual(['a', 'b', 'c'])
    await line.end('c')
    await line.end('a')
    await line.end('d')
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('refuses calls beyond its limit, except patient ones', async () => {
    const line = aLine({ mostWaiting: 1 })
    const all = ['a', 'b', 'c'].map((name) => line.join(name))
    await expect(line.join('d')).rejects.toMatchObject(BUSY)
    all.push(line.join('mail', 'patient'))
    for (const name of ['a', 'b', 'c', 'mail']) await line.end(name)
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'mail'])
  })

  it('keeps room for others when one caller fills its share', async () => {
    const line = aLine({ mostWaiting: 4, mostWaitingOfOne: 2 })
    const greedy = { caller: 'greedy' }
    const all = ['a', 'b', 'c', 'd'].map((name) => line.join(name, greedy))
    await expect(line.join('e', greedy)).rejects.toMatchObject(BUSY)
    all.push(line.join('f', { caller: 'other' }))
    for (const name of ['a', 'b', 'c', 'd', 'f']) await line.end(name)
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'f'])
  })

  it('begins the waiting call of the account with the fewest running', async () => {
    const line = aLine({ mostWaiting: 9 })
    const greedy = (caller: string) => ({ caller, accountId: 'greedy' })
    const all = ['a', 'b', 'c'].map((name) => line.join(name, greedy('one')))
    all.push(line.join('d', greedy('two')), line.join('e', { caller: 'other' }), line.join('f', 'patient'))
    await line.end('b')
    expect(line.begun).toEqual(['a', 'b', 'e'])
    await line.end('e')
    expect(line.begun).toEqual(['a', 'b', 'e', 'f'])
    await line.end('a')
    expect(line.begun).toEqual(['a', 'b', 'e', 'f', 'c'])
    for (const name of ['f', 'c', 'd']) await line.end(name)
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  it('begins the first call when no account has fewer running', async () => {
    const line = aLine({ mostWaiting: 9 })
    const names = ['a', 'b', 'c', 'd', 'e']
    const all = names.map((name, at) => line.join(name, at % 2 ? 'patient' : { caller: 'one' }))
    await line.end('b')
    expect(line.begun).toEqual(['a', 'b', 'd'])
    await line.end('a')
    expect(line.begun).toEqual(['a', 'b', 'd', 'c'])
    for (const name of ['c', 'd', 'e']) await line.end(name)
    expect(await Promise.all(all)).toEqual(names)
  })

  it('continues after failed work', async () => {
    const inTurn = lineOf({ mostAtOnce: 1, mostWaiting: 1, refusal: () => new Refusal('busy') })
    const failing = inTurn('anybody', () => Promise.reject(new Error('broken')))
    const next = inTurn('anybody', async () => 'done')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })
})
