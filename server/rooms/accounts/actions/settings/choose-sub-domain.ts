import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../../../platform/context.ts'
import { randomSubDomain, subDomainCandidates } from '../../rules.ts'
import { freeSubDomains, lockSubDomains } from '../../store/sub-domains.ts'

const RANDOM_TRIES = 12

/**
 * A free subdomain for the account: after the company's name, or a random readable one without a name. Null when a
 * name gives none that is free. It stays free for this transaction until it commits.
 */
export async function chooseSubDomain(ctx: Ctx, companyName: string | null): Promise<string | null> {
  await lockSubDomains(ctx)
  const candidates =
    companyName === null
      ? Array.from({ length: RANDOM_TRIES }, () => randomSubDomain(randomBytes(4)))
      : subDomainCandidates(companyName, randomBytes(2).toString('hex'))
  return (await freeSubDomains(ctx, candidates))[0] ?? null
}
