import { verifyBooks } from '../../../server/main/commands/verify-books.ts'
import { inAccount } from '../../../server/platform/context.ts'
import type { Company } from '../world/company.ts'

const CALLER = { requestId: 'at rest', ip: null }
const ACTOR = { kind: 'system', job: 'simulation' } as const

/** Every projection and kept count is what the ledger comes to, and the chain of its hashes is whole (I4, I5, I14). */
export async function checkBooks({ lane, accountId }: Company): Promise<string[]> {
  const { entries, differences } = await inAccount(lane.app, CALLER, ACTOR, accountId, verifyBooks)
  const { rows } = await lane.owner.query<{ count: number }>(
    'select count(*)::int as count from ledger_entries where account_id = $1',
    [accountId],
  )
  const missed = rows[0]!.count === entries ? [] : [`${entries} entries looked at, of ${rows[0]!.count}`]
  return [...missed, ...differences.map((one) => `kept beside the ledger: ${one}`)]
}
