import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSealer, type SealedPlace } from './seal.ts'

const secret = () => randomBytes(24).toString('base64url')
const place: SealedPlace = {
  table: 'stored_methods',
  column: 'provider_token_sealed',
  accountId: randomUUID(),
  rowId: randomUUID(),
}

describe('a sealed value', () => {
  it('opens in its own row and reveals nothing of its value', () => {
    const sealer = createSealer(secret())
    const sealed = sealer.seal('tok_canary', place)
    expect(sealed.includes('tok_canary')).toBe(false)
    expect(sealer.seal('tok_canary', place).equals(sealed)).toBe(false)
    expect(sealer.open(sealed, place)).toBe('tok_canary')
    expect(sealer.open(sealer.seal('', place), place)).toBe('')
  })

  it.each(['table', 'column', 'accountId', 'rowId'] as const)('does not open under another %s', (part) => {
    const sealer = createSealer(secret())
    const sealed = sealer.seal('tok_canary', place)
    expect(() => sealer.open(sealed, { ...place, [part]: randomUUID() })).toThrow('changed or moved')
  })

  it('does not open after a single bit was changed', () => {
    const sealer = createSealer(secret())
    const sealed = sealer.seal('tok_canary', place)
    for (let at = 1; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => sealer.open(changed, place), `byte ${at}`).toThrow('changed or moved')
    }
  })

  it('opens after a change of the secret while the previous one is configured', () => {
    const [former, current] = [secret(), secret()]
    const sealed = createSealer(former).seal('tok_canary', place)
    expect(createSealer(current, former).open(sealed, place)).toBe('tok_canary')
    expect(() => createSealer(current).open(sealed, place)).toThrow()
    const anew = createSealer(current, former).seal('tok_canary', place)
    expect(createSealer(current).open(anew, place)).toBe('tok_canary')
  })

  it('opens when two secrets share a key id', () => {
    const former = secret()
    const ofFormer = createSealer(former).seal('of the former', place)
    let current = secret()
    while (createSealer(current).seal('', place)[0] !== ofFormer[0]) current = secret()
    const both = createSealer(current, former)
    expect(both.open(ofFormer, place)).toBe('of the former')
    expect(both.open(both.seal('of the current secret', place), place)).toBe('of the current secret')
  })
})
