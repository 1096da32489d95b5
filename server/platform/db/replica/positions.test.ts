import { describe, expect, it } from 'vitest'
import { findMisfit, type ServerState } from './inspect-server.ts'
import { formatPosition, PrimaryPositions, parsePosition } from './positions.ts'

it('reads and writes positions as PostgreSQL does, and orders them', () => {
  expect(parsePosition('16/B374D848')).toBe(0x16b374d848n)
  expect(formatPosition(0x16b374d848n)).toBe('16/b374d848')
  expect(parsePosition('0/FFFFFFFF') < parsePosition('1/0')).toBe(true)
})

describe('the lag of a replica', () => {
  const sampled = (...samples: [position: bigint, atMs: number][]) => {
    const positions = new PrimaryPositions()
    for (const sample of samples) positions.record(...sample)
    return positions
  }

  it('is counted from the latest position that it has replayed', () => {
    const positions = sampled([10n, 1_000], [20n, 2_000], [30n, 3_000])
    expect(positions.lagOf(30n, 3_001)).toBe(1)
    expect(positions.lagOf(29n, 3_001)).toBe(1_001)
    expect(positions.lagOf(10n, 3_001)).toBe(2_001)
    expect(positions.lagOf(9n, 3_001)).toBeNull()
  })

  it('is none while the primary is idle, however long', () => {
    expect(sampled([10n, 1_000], [10n, 500_000]).lagOf(10n, 500_002)).toBe(2)
  })

  it('is unknown after a change to a primary with an earlier position', () => {
    expect(sampled([90n, 1_000], [20n, 2_000]).lagOf(10n, 2_001)).toBeNull()
  })

  it('bounds a read by the first position within it, and forbids one without such a position', () => {
    const positions = sampled([10n, 1_000], [20n, 2_000], [30n, 3_000])
    expect(positions.positionSince(1_500)).toBe(20n)
    expect(positions.positionSince(3_001)).toBeNull()
  })

  it('forgets positions of more than an hour', () => {
    const positions = sampled(...Array.from({ length: 4_000 }, (_, n) => [BigInt(n), n] as [bigint, number]))
    expect(positions.lagOf(0n, 4_000)).toBeNull()
    expect(positions.lagOf(4_000n, 4_000)).toBe(1)
  })
})

describe('a server that can’t stand in for the primary', () => {
  const primary: ServerState = { isReplica: false, position: 9n, database: '7 5', migrations: 'm' }
  const replica = { ...primary, isReplica: true, position: 1n }

  it.each([
    [{ isReplica: false }, 'it is not a replica'],
    [{ database: '8 5' }, 'it is a replica of another database'],
    [{ migrations: 'n' }, 'its tables have another version'],
  ])('is one with %j', (difference, reason) => {
    expect(findMisfit(primary, { ...replica, ...difference })).toContain(reason)
  })

  it('is not one of the same database and version', () => {
    expect(findMisfit(primary, replica)).toBeNull()
  })
})
