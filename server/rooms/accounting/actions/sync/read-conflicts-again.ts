import type { AccountingPlatform, Outcome, RemoteKind } from '../../../../gateways/accounting/port.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { selectConflicts } from '../../store/conflicts.ts'
import { callPlatform } from '../call-platform.ts'
import { type Claim, underClaim } from '../claim.ts'
import { applyRecords } from './apply-records.ts'

const MOST = 100
const CAUSE = /^(?:paid_twice|void_but_paid|not_read|memo_changed):(invoice|credit_memo):(.+)$/

/** Reads the records of open conflicts again, since a payment that ended here may have settled them. */
export async function readConflictsAgain(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
): Promise<Outcome<void>> {
  const { rows } = await underClaim(uow, claim, (ctx) =>
    selectConflicts(ctx, 'open', { limit: MOST, offset: 0 }),
  )
  for (const { cause, connection_id } of rows) {
    const [, kind, remoteId] = CAUSE.exec(cause) ?? []
    if (kind === undefined || remoteId === undefined || connection_id !== claim.connection.id) continue
    const found = await callPlatform(uow, claim, platform, (one) =>
      platform.read(one, kind as RemoteKind, remoteId),
    )
    if (!found.ok) return found
    const record = found.value
    if (record)
      await underClaim(uow, claim, (ctx, row) =>
        applyRecords(ctx, { connection: row, platform: platform.name }, [record]),
      )
  }
  return { ok: true, value: undefined }
}
