import { argon2Sync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setFullHashingCost, setMinimumHashingCost } from '../../../testing/hashing-cost.ts'
import { recordHashingWork } from '../../../testing/record-hashing-work.ts'
import { Refusal } from '../refusal.ts'
import { hashPassword, PASSWORD_COST, verifyPassword } from './password-hashing.ts'

beforeAll(setFullHashingCost)
afterAll(setMinimumHashingCost)

describe('password hashing', () => {
  it('hashes with Argon2id at 19 MiB, two passes, one lane, as a PHC string', async () => {
    expect(PASSWORD_COST).toEqual({ memory: 19_456, passes: 2, parallelism: 1 })
    const phc = await hashPassword('a good long password')
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await hashPassword('a good long password')).not.toBe(phc)
  })

  it('verifies the right password and no other', async () => {
    const phc = await hashPassword('a good long password')
    expect(await verifyPassword('a good long password', phc)).toEqual({
      ok: true,
      outdated: false,
      other: -1,
    })
    expect(await verifyPassword('a good long passworD', phc)).toEqual({
      ok: false,
      outdated: false,
      other: -1,
    })
    expect(await verifyPassword('', phc)).toEqual({ ok: false, outdated: false, other: -1 })
  })

  it('compares with other hashes of the same salt in one pass', async () => {
    const phc = await hashPassword('a good long password')
    const others = [
      await hashPassword('of somebody else'),
      await hashPassword('another one', phc),
      await hashPassword('a third one', phc),
    ]
    expect(others[1]!.split('$')[4]).toBe(phc.split('$')[4])
    const tried = async (password: string) => verifyPassword(password, phc, others)
    expect(await tried('a third one')).toEqual({ ok: false, outdated: false, other: 2 })
    expect(await tried('a good long password')).toEqual({ ok: true, outdated: false, other: -1 })
    // A hash with its own salt needs a second computation, which would take longer.
    expect(await tried('of somebody else')).toEqual({ ok: false, outdated: false, other: -1 })
    expect((await verifyPassword('another one', null, others)).other).toBe(-1)
  })

  it('accepts any character and treats composed and decomposed forms as equal', async () => {
    const phc = await hashPassword('pässwörd 🔑 with spaces')
    expect((await verifyPassword('pässwörd 🔑 with spaces'.normalize('NFD'), phc)).ok).toBe(true)
    const long = 'x'.repeat(127)
    const ofLong = await hashPassword(`${long}1`)
    expect((await verifyPassword(`${long}2`, ofLong)).ok).toBe(false)
  })

  it('reports a hash of lower cost as outdated', async () => {
    const salt = Buffer.from('0123456789abcdef')
    const tag = argon2Sync('argon2id', {
      message: 'former',
      nonce: salt,
      memory: 8192,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    })
    const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const phc = `$argon2id$v=19$m=8192,t=1,p=1$${text(salt)}$${text(tag)}`
    expect(await verifyPassword('former', phc)).toEqual({ ok: true, outdated: true, other: -1 })
  })

  it('never matches a missing or damaged hash', async () => {
    expect((await verifyPassword('anything', null)).ok).toBe(false)
    for (const damaged of [
      '',
      'plain',
      '$argon2id$v=19$m=19456,t=2,p=1$short$short',
      '$2b$10$abcdefghijklmnop',
    ])
      expect((await verifyPassword('anything', damaged)).ok).toBe(false)
  })

  it('does the same work for an unknown login as for a known one', async () => {
    const phc = await hashPassword('a good long password')
    const known = await recordHashingWork(() => verifyPassword('a wrong password', phc))
    expect(known).toHaveLength(1)
    expect(await recordHashingWork(() => verifyPassword('a wrong password', null))).toEqual(known)
  })

  it('runs two hashes at once, queues fifty, and refuses the rest with 429', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('crowd')))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(8)
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(Refusal)
      expect((reason as Refusal).code).toBe('too_many_requests')
      expect((reason as Refusal).retryAfterSeconds).toBeGreaterThan(0)
    }
    expect((await verifyPassword('crowd', await hashPassword('crowd'))).ok).toBe(true)
  })
})
