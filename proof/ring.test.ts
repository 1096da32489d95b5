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

it('is everything outside of the gate', async () => {
  const { sampleOf, triesMistakes, sizeOf } = await gate({ PROOF_SIZE: 'full' })
  expect(sampleOf(items, 3)).toEqual(items)
  expect(triesMistakes('proof/races/')).toBe(true)
  expect(sizeOf('NO_SUCH_SIZE', { gate: 2, full: 20 })).toBe(20)
})
