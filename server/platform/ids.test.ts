import { expect, it } from 'vitest'
import { isId, newId } from './ids.ts'

const MOMENT = Date.parse('2026-11-22T12:00:00Z')
const HOW_MANY = 2000
const bitsOf = (id: string): string =>
  [...id.replaceAll('-', '')].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('')

it('sets each random bit of ids of one moment with even probability', () => {
  const ids = Array.from({ length: HOW_MANY }, () => newId(MOMENT))
  expect(new Set(ids).size).toBe(HOW_MANY)
  expect(ids.every(isId)).toBe(true)
  const times = new Set(ids.map((id) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)))
  expect([...times]).toEqual([MOMENT])
  const all = ids.map(bitsOf)
  const sets = Array.from({ length: 128 }, (_, at) => all.filter((bits) => bits[at] === '1').length)
  const drawn = sets.filter((set) => set > HOW_MANY * 0.4 && set < HOW_MANY * 0.6)
  expect(drawn).toHaveLength(74)
})
