import { verifyBooks } from '../../../server/main/commands/verify-books.ts'
import { inAccount } from '../../../server/platform/context.ts'
import type { Company } from '../world/company.ts'

const CALLER = { requestId: 'at rest', ip: null }
const ACTOR = { kind: 'system', job: 'simulation' } as const

/**
 * Checks that projections and counters equal the ledger and that its hash chain is intact. Returns the
 * differences.
 */
export async function checkBooks({ lane, accountId }: Company): Promise<string[]> {
  const { entries, differences } = await inAccount(lane.app, CALLER, ACTOR, accountId, verifyBooks)
  const { rows } = await lane.owner.query<{ count: number }>(
    'select count(*)::int as count from ledger_entries where account_id = $1',
    [accountId],
  )
  const skipped = rows[0]!.count === entries ? [] : [`checked ${entries} of ${rows[0]!.count} ledger entries`]
  return [...skipped, ...differences.map((one) => `differs from the ledger: ${one}`)]
}
