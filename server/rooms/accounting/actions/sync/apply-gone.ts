import type { AccountingPlatform, Outcome, RemoteKind } from '../../../../gateways/accounting/port.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { changeCustomers } from '../../../customers/index.ts'
import { voidMirroredInvoice } from '../../../invoices/index.ts'
import { openConflict, settleConflict } from '../../store/conflicts.ts'
import { linksOf, unseenLinks, writeLinks } from '../../store/links.ts'
import { settledHere } from '../../store/settled-here.ts'
import type { Applied, LinkRow } from '../../tables.ts'
import { callPlatform } from '../call-platform.ts'
import { type Claim, underClaim } from '../take-claim.ts'
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

/** A record that the platform doesn't know any more: its id stays as a mark. An invoice that was paid here is tried again. */
async function forget(ctx: Ctx, applied: Applied, link: LinkRow): Promise<void> {
  const { connection, platform } = applied
  const { kind, remote_id: remoteId, local_id: localId, version } = link
  const write = (as: string) =>
    writeLinks(ctx, connection.id, [{ kind, remoteId, localId, version: as, state: 'gone', url: '' }])
  await write(version || 'gone')
  if (localId === null) return
  if (kind === 'customer') {
    await noteRetired(ctx, applied, [{ remoteId, localId, status: 'deleted' }])
    await changeCustomers(ctx, [{ id: localId, fields: { isActive: false } }])
  }
  if (kind !== 'invoice') return
  const settled = (await settledHere(ctx, [localId]))(localId).settledMinor
  const outcome = await voidMirroredInvoice(ctx, localId, settled, `Deleted in ${platform}.`)
  const cause = `void_but_paid:invoice:${remoteId}`
  if (outcome.ok) return settleConflict(ctx, cause)
  await write('')
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
