import type { AccountingPlatform } from '../../../server/gateways/accounting/port.ts'
import type { Random } from './random.ts'

const WRITES = [
  'postPayment',
  'applyCredit',
  'reversePayment',
  'addLateFee',
  'removeLateFee',
  'postSurcharge',
] as const
const READS = ['pull', 'changes', 'read', 'findPayment', 'findLateFee', 'position'] as const

type Call = (...given: unknown[]) => Promise<unknown>

/** The process ended between a platform's answer and its own next statement. */
export class Killed extends Error {}

const lost = (kind: 'unknown_outcome' | 'unavailable' | 'auth') => ({
  ok: false,
  error: { kind, code: 'lost', raw: null },
})

/**
 * Lets some calls go wrong: the answer of a write is lost after it happened, or the process is killed then; a read does not happen, or
 * its token has expired. Returns a function that repairs it.
 */
export function makeUnreliable(platform: AccountingPlatform, random: Random): () => void {
  const names = [...WRITES, ...READS].filter((name) => platform[name] !== undefined)
  const kept = Object.fromEntries(names.map((name) => [name, platform[name]]))
  const isWrite = (name: string) => (WRITES as readonly string[]).includes(name)
  for (const name of names) {
    const real = kept[name] as unknown as Call
    const write: Call = async (...given) => {
      const answer = await real(...given)
      const draw = random(10)
      if (draw === 0) throw new Killed()
      return draw < 3 ? lost('unknown_outcome') : answer
    }
    const read: Call = async (...given) => {
      const draw = random(24)
      if (draw === 0) return lost('unavailable')
      if (draw === 1) throw new Killed()
      return draw === 2 ? lost('auth') : real(...given)
    }
    Object.assign(platform, { [name]: isWrite(name) ? write : read })
  }
  return () => Object.assign(platform, kept)
}
