import { expect, it } from 'vitest'
import { sizeOf } from '../ring.ts'
import { runRandomKills } from './random-kills.ts'

const KILLS = sizeOf('KILLS', { gate: 8, full: 60 })
const PEOPLE = 3

it(`loses, repeats or blocks nothing when processes are killed ${KILLS} times under load`, async () => {
  const figures = await runRandomKills({ kills: KILLS, people: PEOPLE, print: () => {} })
  expect(figures.breaches).toEqual([])
  expect(figures.charges).toBeGreaterThan(KILLS / 2)
  expect(figures.acknowledged).toBeGreaterThan(KILLS)
})
