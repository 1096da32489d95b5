import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createEncryption, type EncryptedPlace } from './encryption.ts'

const secret = () => randomBytes(24).toString('base64url')
const place: EncryptedPlace = {
  table: 'stored_methods',
  column: 'provider_token_sealed',
  accountId: randomUUID(),
  rowId: randomUUID(),
}

describe('an encrypted value', () => {
  it('opens in its own row and reveals nothing of its value', () => {
    const encryption = createEncryption(secret())
    const encrypted = encryption.encrypt('tok_sealed', place)
    expect(encrypted.includes('tok_sealed')).toBe(false)
    expect(encryption.encrypt('tok_sealed', place).equals(encrypted)).toBe(false)
    expect(encryption.decrypt(encrypted, place)).toBe('tok_sealed')
    expect(encryption.decrypt(encryption.encrypt('', place), place)).toBe('')
  })

  it.each(['table', 'column', 'accountId', 'rowId'] as const)(
    'cannot be decrypted under another %s',
    (part) => {
      const encryption = createEncryption(secret())
      const encrypted = encryption.encrypt('tok_sealed', place)
      expect(() => encryption.decrypt(encrypted, { ...place, [part]: randomUUID() })).toThrow(
        'changed or moved',
      )
    },
  )

  it('cannot be decrypted after a single bit was changed', () => {
    const encryption = createEncryption(secret())
    const encrypted = encryption.encrypt('tok_sealed', place)
    for (let at = 1; at < encrypted.length; at++) {
      const changed = Buffer.from(encrypted)
      changed[at]! ^= 1
      expect(() => encryption.decrypt(changed, place), `byte ${at}`).toThrow('changed or moved')
    }
  })

  it('opens after a change of the secret while the previous one is configured', () => {
    const [former, current] = [secret(), secret()]
    const encrypted = createEncryption(former).encrypt('tok_sealed', place)
    expect(createEncryption(current, former).decrypt(encrypted, place)).toBe('tok_sealed')
    expect(() => createEncryption(current).decrypt(encrypted, place)).toThrow()
    const again = createEncryption(current, former).encrypt('tok_sealed', place)
    expect(createEncryption(current).decrypt(again, place)).toBe('tok_sealed')
  })

  it('opens when two secrets share a key id', () => {
    const former = secret()
    const ofFormer = createEncryption(former).encrypt('of the former', place)
    let current = secret()
    while (createEncryption(current).encrypt('', place)[0] !== ofFormer[0]) current = secret()
    const both = createEncryption(current, former)
    expect(both.decrypt(ofFormer, place)).toBe('of the former')
    expect(both.decrypt(both.encrypt('of the current secret', place), place)).toBe('of the current secret')
  })
})
