import type { AccountingPlatform, Outcome, RemoteCustomer } from '../../../../gateways/accounting/port.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { newMerges } from '../../store/inbox.ts'
import { linksOf } from '../../store/links.ts'
import type { InboxRow } from '../../tables.ts'
import { callPlatform } from '../call-platform.ts'
import { type Claim, underClaim } from '../take-claim.ts'
import { applyRecords } from './apply-records.ts'

const BLANK: Omit<RemoteCustomer, 'remoteId' | 'version' | 'mergedInto'> = {
  kind: 'customer',
  url: '',
  isDeleted: true,
  name: '',
  companyName: '',
  email: '',
  phone: '',
  mobilePhone: '',
  fax: '',
  addressline1: '',
  addressline2: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
  currency: '',
  isActive: false,
}

/**
 * Applies merges of customers that webhooks reported, before anything else is read: the changes of a platform may show no more than a
 * customer that is gone. A merge is believed once the platform confirms it: the one is gone or inactive there, and the other is not.
 */
export async function applyMerges(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
): Promise<Outcome<void>> {
  const events = await underClaim(uow, claim, (ctx, row) => newMerges(ctx, row.id))
  for (const event of events) {
    if (event.kind !== 'customer' || event.merged_from === null) continue
    const from = await readCustomer(uow, claim, platform, event.merged_from)
    if (!from.ok) return from
    const into = await readCustomer(uow, claim, platform, event.remote_id)
    if (!into.ok) return into
    if (from.value?.isActive || !into.value?.isActive) continue
    const survivor = into.value
    await underClaim(uow, claim, async (ctx, row) => {
      const applied = { connection: row, platform: platform.name }
      await applyRecords(ctx, applied, [survivor])
      const merged = await mergedOf(ctx, row.id, event)
      if (merged) await applyRecords(ctx, applied, [merged])
    })
  }
  return { ok: true, value: undefined }
}

async function readCustomer(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  remoteId: string,
): Promise<Outcome<RemoteCustomer | null>> {
  const found = await callPlatform(uow, claim, platform, (one) => platform.read(one, 'customer', remoteId))
  if (!found.ok) return found
  return { ok: true, value: found.value?.kind === 'customer' && !found.value.isDeleted ? found.value : null }
}

/** The merged customer as a record that has lost its fields; null when it was never read, or is merged already. */
async function mergedOf(ctx: Ctx, connectionId: string, event: InboxRow): Promise<RemoteCustomer | null> {
  const from = event.merged_from!
  const link = (await linksOf(ctx, connectionId, 'customer', [from])).get(from)
  if (!link || link.state === 'merged') return null
  return {
    ...BLANK,
    remoteId: from,
    version: `merged-${event.event_id}`.slice(0, 200),
    mergedInto: event.remote_id,
  }
}
