import { afterEach, beforeEach, expect } from 'vitest'
import { type OpenSimulator, openSimulator } from './open-simulator.ts'

/**
 * Gives each test of a file a simulator of its own, which has to have seen no deviation from the contract. Read the result in tests
 * and hooks only.
 */
export function eachSimulator(): OpenSimulator {
  const filled = {} as OpenSimulator
  beforeEach(async () => {
    Object.assign(filled, await openSimulator())
  })
  afterEach(async () => {
    const { violations } = filled.simulator.controls
    await filled.close()
    expect(violations).toEqual([])
  })
  return filled
}
