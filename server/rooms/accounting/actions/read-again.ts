import type { AccountingPlatform, Outcome, RemoteKind } from '../../../gateways/accounting/port.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { callPlatform } from './call-platform.ts'
import { applyMissing } from './sync/apply-gone.ts'
import { applyRecords } from './sync/apply-records.ts'
import { type Claim, underClaim } from './take-claim.ts'

/** Reads records one by one and applies each in a transaction of its own. Stops when the platform doesn't answer. */
export async function readAgain(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  records: readonly { readonly kind: RemoteKind; readonly remoteId: string }[],
): Promise<Outcome<void>> {
  for (const { kind, remoteId } of records) {
    const found = await callPlatform(uow, claim, platform, (one) => platform.read(one, kind, remoteId))
    if (!found.ok) return found
    await underClaim(uow, claim, (ctx, row) => {
      const applied = { connection: row, platform: platform.name }
      return found.value
        ? applyRecords(ctx, applied, [found.value])
        : applyMissing(ctx, applied, kind, remoteId)
    })
  }
  return { ok: true, value: undefined }
}
