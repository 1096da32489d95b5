import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../../../platform/context.ts'
import { randomSubDomain, subDomainCandidates } from '../../rules.ts'
import { freeSubDomains, lockSubDomains } from '../../store/sub-domains.ts'

const RANDOM_TRIES = 12

/**
 * Returns a free subdomain from the company's name, or a random readable one without a name. Null when the
 * name gives no free one. The lock keeps it free until the transaction ends.
 */
export async function chooseSubDomain(ctx: Ctx, companyName: string | null): Promise<string | null> {
  await lockSubDomains(ctx)
  const candidates =
    companyName === null
      ? Array.from({ length: RANDOM_TRIES }, () => randomSubDomain(randomBytes(4)))
      : subDomainCandidates(companyName, randomBytes(2).toString('hex'))
  return (await freeSubDomains(ctx, candidates))[0] ?? null
}
