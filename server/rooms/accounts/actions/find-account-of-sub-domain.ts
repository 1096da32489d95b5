import type { BaseCtx } from '../../../platform/context.ts'
import { isSubDomain } from '../rules.ts'
import { findAccountOfSubDomain as find } from '../store/sub-domains.ts'

/** The account whose portal has this subdomain, or null. */
export async function accountOfSubDomain(ctx: BaseCtx, subDomain: string): Promise<string | null> {
  const name = subDomain.toLowerCase()
  return isSubDomain(name) ? find(ctx, name) : null
}
