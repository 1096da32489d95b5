import { expect, it, vi } from 'vitest'

async function gate(environment: Record<string, string>) {
  vi.resetModules()
  for (const [name, value] of Object.entries({ PROOF_SIZE: 'gate', ...environment })) vi.stubEnv(name, value)
  try {
    return await import('./ring.ts')
  } finally {
    vi.unstubAllEnvs()
  }
}
const items = Array.from({ length: 40 }, (_, index) => index)

it('chooses the same sample for the same seed and another one for another seed', async () => {
  const first = (await gate({ PROOF_SEED: '7' })).sampleOf(items, 5)
  expect(first).toHaveLength(5)
  expect((await gate({ PROOF_SEED: '7' })).sampleOf(items, 5)).toEqual(first)
  expect((await gate({ PROOF_SEED: '8' })).sampleOf(items, 5)).not.toEqual(first)
})

it('reaches every item within some seeds', async () => {
  const reached = new Set<number>()
  for (let seed = 1; seed <= 60; seed++)
    for (const one of (await gate({ PROOF_SEED: `${seed}` })).sampleOf(items, 5)) reached.add(one)
  expect(reached.size).toBe(40)
})

it('takes what the change touches first', async () => {
  const { sampleOf } = await gate({ PROOF_SEED: '7' })
  expect(sampleOf(items, 3, (one) => one > 36)).toEqual([37, 38, 39])
})

it('chooses a share of names by the seed, other names for another seed, and each that the change touches', async () => {
  const names = items.map((item) => `a screen ${item}`)
  const chosenBy = async (seed: string) => {
    const { isChosen } = await gate({ PROOF_SEED: seed })
    return names.filter((name) => isChosen(name, 4))
  }
  const first = await chosenBy('7')
  expect(await chosenBy('7')).toEqual(first)
  expect(await chosenBy('8')).not.toEqual(first)
  const reached = new Map<string, number>()
  for (let seed = 1; seed <= 60; seed++)
    for (const name of await chosenBy(`${seed}`)) reached.set(name, (reached.get(name) ?? 0) + 1)
  expect(reached.size).toBe(40)
  const times = [...reached.values()]
  expect(times.reduce((sum, one) => sum + one, 0) / (60 * 40)).toBeCloseTo(0.25, 1)
  expect((await gate({ PROOF_SEED: '7' })).isChosen('a screen', 1e9, true)).toBe(true)
})

it('is everything outside of the gate', async () => {
  const { isChosen, sampleOf, triesMistakes, sizeOf } = await gate({ PROOF_SIZE: 'full' })
  expect(sampleOf(items, 3)).toEqual(items)
  expect(isChosen('a screen', 1e9)).toBe(true)
  expect(triesMistakes('proof/races/')).toBe(true)
  expect(sizeOf('NO_SUCH_SIZE', { gate: 2, full: 20 })).toBe(20)
})
