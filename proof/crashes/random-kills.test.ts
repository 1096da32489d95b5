import { expect, it } from 'vitest'
import { sizeOf } from '../ring.ts'
import { torture } from './torture.ts'

const KILLS = sizeOf('KILLS', { gate: 8, full: 60 })
const PEOPLE = 3

it(`${KILLS} ends at random moments under load: nothing is lost, done twice or stuck`, async () => {
  const figures = await torture({ kills: KILLS, people: PEOPLE, say: () => {} })
  expect(figures.breaches).toEqual([])
  expect(figures.charges).toBeGreaterThan(KILLS / 2)
  expect(figures.acknowledged).toBeGreaterThan(KILLS)
}, 600_000)
