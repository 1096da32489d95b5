import type { AccountingPlatform, Outcome, RemoteKind } from '../../../../gateways/accounting/port.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { selectConflicts } from '../../store/conflicts.ts'
import { incompleteLinks } from '../../store/links.ts'
import type { ConnectionRow } from '../../tables.ts'
import { callPlatform } from '../call-platform.ts'
import { type Claim, underClaim } from '../take-claim.ts'
import { applyRecords } from './apply-records.ts'

const MOST = 100

async function findIncomplete(ctx: Ctx, connection: ConnectionRow): Promise<[RemoteKind, string][]> {
  const { rows } = await selectConflicts(ctx, 'open', { limit: MOST, offset: 0 })
  const ofConflicts = rows.flatMap(({ cause, connection_id }): [RemoteKind, string][] => {
    const [, kind, remoteId] = CAUSE.exec(cause) ?? []
    return kind && remoteId && connection_id === connection.id ? [[kind as RemoteKind, remoteId]] : []
  })
  const links = await incompleteLinks(ctx, connection.id, MOST)
  const ofLinks = links.map(({ kind, remote_id }): [RemoteKind, string] => [kind, remote_id])
  const found = [...new Map([...ofConflicts, ...ofLinks].map((one) => [one.join(':'), one])).values()]
  // Uses on an invoice count for what is left of the credit.
  return [...found.filter(([kind]) => kind === 'invoice'), ...found.filter(([kind]) => kind !== 'invoice')]
}

const CAUSE = /^(?:paid_twice|void_but_paid|not_read|memo_changed):(invoice|credit_memo):(.+)$/

/** Reads the records of open conflicts and those applied in part again, since a payment that ended here may have settled them. */
export async function readConflictsAgain(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
): Promise<Outcome<void>> {
  for (const [kind, remoteId] of await underClaim(uow, claim, findIncomplete)) {
    const found = await callPlatform(uow, claim, platform, (one) => platform.read(one, kind, remoteId))
    if (!found.ok) return found
    const record = found.value
    if (record)
      await underClaim(uow, claim, (ctx, row) =>
        applyRecords(ctx, { connection: row, platform: platform.name }, [record]),
      )
  }
  return { ok: true, value: undefined }
}
