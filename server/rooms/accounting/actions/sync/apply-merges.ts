import type { AccountingPlatform, Outcome, RemoteCustomer } from '../../../../gateways/accounting/port.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { newMerges } from '../../store/inbox.ts'
import { linksOf } from '../../store/links.ts'
import { mergedBefore } from '../../store/merged-customers.ts'
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
 * customer that is gone. A merge is believed once the platform confirms it: the one is gone or inactive there, and the other is not, or
 * was merged into one that is not.
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
    const into = await readSurvivor(uow, claim, platform, { events, event })
    if (!into.ok) return into
    const survivor = into.value
    if (from.value?.isActive || survivor === null) continue
    await underClaim(uow, claim, async (ctx, row) => {
      const applied = { connection: row, platform: platform.name }
      await applyRecords(ctx, applied, [survivor])
      const merged = await mergedOf(ctx, row.id, event, survivor)
      if (merged) await applyRecords(ctx, applied, [merged])
    })
  }
  return { ok: true, value: undefined }
}

/**
 * Reads the customer that a merged one ended up in: others may have been merged since the webhook was sent. Null when that is none who is
 * active there.
 */
async function readSurvivor(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  { events, event }: { readonly events: readonly InboxRow[]; readonly event: InboxRow },
): Promise<Outcome<RemoteCustomer | null>> {
  const told = new Map(events.map((one) => [one.merged_from, one.remote_id]))
  const passed = new Set<string>()
  for (let at: string | null = event.remote_id; at !== null && !passed.has(at); ) {
    const found: Outcome<RemoteCustomer | null> = await readCustomer(uow, claim, platform, at)
    if (!found.ok || found.value?.isActive) return found
    passed.add(at)
    const id: string = at
    at = told.get(id) ?? (await underClaim(uow, claim, (ctx, row) => mergedBefore(ctx, row.id, id)))
  }
  return { ok: true, value: null }
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

/**
 * The merged customer as a record that has lost its fields: merged into the one that was told, or into the survivor where that was never
 * read. Null when it was never read itself, or is merged already.
 */
async function mergedOf(
  ctx: Ctx,
  connectionId: string,
  event: InboxRow,
  survivor: RemoteCustomer,
): Promise<RemoteCustomer | null> {
  const [from, told] = [event.merged_from!, event.remote_id]
  const links = await linksOf(ctx, connectionId, 'customer', [from, told])
  const link = links.get(from)
  if (!link || link.state === 'merged') return null
  const into = links.get(told)?.local_id ? told : survivor.remoteId
  return {
    ...BLANK,
    remoteId: from,
    version: `merged-${event.event_id}`.slice(0, 200),
    mergedInto: into,
  }
}
