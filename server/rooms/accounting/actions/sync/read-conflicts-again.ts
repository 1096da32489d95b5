import type { AccountingPlatform, Outcome, RemoteKind } from '../../../../gateways/accounting/port.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { causesToRead } from '../../store/conflicts.ts'
import { incompleteLinks } from '../../store/links.ts'
import type { ConnectionRow } from '../../tables.ts'
import { readAgain } from '../read-again.ts'
import { type Claim, underClaim } from '../take-claim.ts'

const MOST = 100

async function findIncomplete(ctx: Ctx, connection: ConnectionRow): Promise<[RemoteKind, string][]> {
  const causes = await causesToRead(ctx, connection.id, MOST)
  const ofConflicts = causes.flatMap((cause): [RemoteKind, string][] => {
    const [, kind, remoteId] = CAUSE.exec(cause) ?? []
    return kind && remoteId ? [[kind as RemoteKind, remoteId]] : []
  })
  const links = await incompleteLinks(ctx, connection.id, MOST)
  const ofLinks = links.map(({ kind, remote_id }): [RemoteKind, string] => [kind, remote_id])
  const found = [...new Map([...ofConflicts, ...ofLinks].map((one) => [one.join(':'), one])).values()]
  // Uses on an invoice count for what is left of the credit.
  return [...found.filter(([kind]) => kind === 'invoice'), ...found.filter(([kind]) => kind !== 'invoice')]
}

const CAUSE = /^(?:paid_twice|void_but_paid|not_read|memo_changed|other_books):(invoice|credit_memo):(.+)$/

/** Reads the records of open conflicts and those applied in part again, since a payment that ended here may have settled them. */
export async function readConflictsAgain(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
): Promise<Outcome<void>> {
  const found = await underClaim(uow, claim, findIncomplete)
  return readAgain(
    uow,
    claim,
    platform,
    found.map(([kind, remoteId]) => ({ kind, remoteId })),
  )
}
