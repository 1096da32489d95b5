import type { AccountingPlatform, Outcome, RemoteKind } from '../../../../gateways/accounting/port.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { readCreditMemo } from '../../../credit-memos/index.ts'
import { changeCustomers } from '../../../customers/index.ts'
import { voidMirroredInvoice } from '../../../invoices/index.ts'
import { openConflict, settleConflict } from '../../store/conflicts.ts'
import { linksOf, TO_RECOGNIZE, unseenLinks, writeLinks } from '../../store/links.ts'
import { settledHere } from '../../store/settled-here.ts'
import type { Applied, LinkRow } from '../../tables.ts'
import { callPlatform } from '../call-platform.ts'
import { causeOf as questionOf } from '../move/recognize-records.ts'
import { type Claim, underClaim } from '../take-claim.ts'
import { applyMemos } from './apply-memos.ts'
import { noteRemoved } from './apply-payments.ts'
import { applyRecords } from './apply-records.ts'
import { noteRetired } from './note-retired.ts'

const BATCH = 100
const DONE: Outcome<void> = { ok: true, value: undefined }

/** Treats records that a full reading has not seen as deleted there, after asking for each of them once. */
export async function applyGone(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
): Promise<Outcome<void>> {
  const asked = new Set<string>()
  const keyOf = ({ kind, remote_id }: LinkRow) => `${kind}:${remote_id}`
  for (;;) {
    const unseen = await underClaim(uow, claim, (ctx, row) =>
      unseenLinks(ctx, row.id, row.sync_started_at!, BATCH + asked.size),
    )
    const links = unseen.filter((link) => !asked.has(keyOf(link)))
    if (links.length === 0) return DONE
    for (const link of links) {
      asked.add(keyOf(link))
      const found = await callPlatform(uow, claim, platform, (one) =>
        platform.read(one, link.kind, link.remote_id),
      )
      if (!found.ok) return found
      await underClaim(uow, claim, async (ctx, row) => {
        const applied = { connection: row, platform: platform.name }
        if (found.value) await applyRecords(ctx, applied, [found.value])
        else await forget(ctx, applied, link)
      })
    }
  }
}

/** Treats a record that was asked for and that the platform doesn't know as gone there, and what was not read of it as settled. */
export async function applyMissing(
  ctx: Ctx,
  applied: Applied,
  kind: RemoteKind,
  remoteId: string,
): Promise<void> {
  await settleConflict(ctx, `not_read:${kind}:${remoteId}`)
  const link = (await linksOf(ctx, applied.connection.id, kind, [remoteId])).get(remoteId)
  if (link && link.state !== 'merged') await forget(ctx, applied, link)
}

/**
 * A record that the platform doesn't know any more: its id stays as a mark. An invoice that was paid here, or credit that was used here,
 * is tried again. What was lost while the account was in other books is decided about like everything that these books don't have.
 */
async function forget(ctx: Ctx, applied: Applied, link: LinkRow): Promise<void> {
  const { kind, remote_id: remoteId, local_id: localId, version } = link
  if (kind === 'invoice' || kind === 'credit_memo') await settleConflict(ctx, questionOf(kind, remoteId))
  await markGone(ctx, applied, link, version || 'gone')
  const isLost = version === TO_RECOGNIZE && (kind === 'invoice' || kind === 'credit_memo')
  if (localId === null || isLost) return
  if (kind === 'customer') {
    await noteRetired(ctx, applied, [{ remoteId, localId, status: 'deleted' }])
    await changeCustomers(ctx, [{ id: localId, fields: { isActive: false } }])
  } else if (kind === 'payment') await noteRemoved(ctx, applied, [remoteId])
  else if (kind === 'credit_memo') await forgetMemo(ctx, applied, link, localId)
  else await forgetInvoice(ctx, applied, link, localId)
}

const markGone = (
  ctx: Ctx,
  { connection }: Applied,
  { kind, remote_id, local_id }: LinkRow,
  version: string,
) =>
  writeLinks(ctx, connection.id, [
    { kind, remoteId: remote_id, localId: local_id, version, state: 'gone', url: '' },
  ])

async function forgetMemo(
  ctx: Ctx,
  applied: Applied,
  { remote_id }: LinkRow,
  localId: string,
): Promise<void> {
  const { number, currency, issued_on } = await readCreditMemo(ctx, localId)
  await applyMemos(ctx, applied, [
    {
      ...{
        kind: 'credit_memo',
        state: 'deleted',
        remoteId: remote_id,
        version: 'deleted',
        url: '',
        number,
        currency,
      },
      ...{ customerId: '', issuedOn: issued_on, reason: '', totalMinor: 0n, balanceMinor: 0n },
    },
  ])
}

async function forgetInvoice(ctx: Ctx, applied: Applied, link: LinkRow, localId: string): Promise<void> {
  const { connection, platform } = applied
  const settled = (await settledHere(ctx, [localId]))(localId).settledMinor
  const outcome = await voidMirroredInvoice(ctx, localId, settled, `Deleted in ${platform}.`)
  const cause = `void_but_paid:invoice:${link.remote_id}`
  if (outcome.ok) return settleConflict(ctx, cause)
  await markGone(ctx, applied, link, '')
  await openConflict(ctx, {
    connectionId: connection.id,
    cause,
    kind: 'void_but_paid',
    subject: { type: 'invoice', id: localId },
    title: `An invoice that was paid here is gone in ${platform}`,
    ours: [],
    theirs: [{ label: 'Status', value: 'deleted' }],
  })
}
