import { isCurrency } from '../../../../../domain/money/money.ts'
import type { RemoteCustomer } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import {
  BLANK_CUSTOMER,
  type CustomerChange,
  changeCustomers,
  createCustomers,
} from '../../../customers/index.ts'
import { readCustomer } from '../../rules/read-record.ts'
import { type LinkToWrite, linksOf, writeLinks } from '../../store/links.ts'
import type { Applied, LinkRow } from '../../tables.ts'
import { followMerges, mergedFromOf, ownOf, partActiveAgain } from '../follow-customer-merges.ts'
import { recognizeCustomers } from '../move/recognize-customers.ts'
import { applyParents } from './apply-parents.ts'
import { noteRetired, type Retired } from './note-retired.ts'

/**
 * Creates and changes customers as the platform states them. A merged one stays as an alias of the other and becomes inactive, until
 * the platform shows it as active again.
 */
export async function applyCustomers(
  ctx: Ctx,
  applied: Applied,
  customers: readonly RemoteCustomer[],
): Promise<void> {
  if (customers.length === 0) return
  const { connection } = applied
  const { currency } = await readAccountRow(ctx)
  const given = customers.map((customer) => ({
    ...customer,
    currency: isCurrency(customer.currency) ? customer.currency : currency,
    // A record that is merged into itself is merged into none.
    mergedInto: customer.mergedInto === customer.remoteId ? null : customer.mergedInto,
  }))
  await partActiveAgain(ctx, applied, given)
  await recognizeCustomers(ctx, connection, given)
  const others = given.flatMap(({ mergedInto }) => (mergedInto === null ? [] : [mergedInto]))
  const ids = [...given.map(({ remoteId }) => remoteId), ...others]
  const known = await linksOf(ctx, connection.id, 'customer', ids)
  const localOf = (remoteId: string | null) =>
    remoteId === null ? null : (known.get(remoteId)?.local_id ?? null)
  const fresh = given.filter(
    ({ remoteId, isDeleted, mergedInto }) => !known.has(remoteId) && !isDeleted && mergedInto === null,
  )
  const changed = given.filter(({ remoteId, version }) => {
    const link = known.get(remoteId)
    return link !== undefined && link.version !== version
  })
  const made = await createCustomers(
    ctx,
    fresh.map((one) => ({ ...BLANK_CUSTOMER, ...readCustomer(one) })),
  )
  const created = new Map(fresh.map(({ remoteId }, at) => [remoteId, made[at]!]))
  await noteRetired(
    ctx,
    applied,
    changed.flatMap((one) => retiredOf(one, known.get(one.remoteId))),
  )
  await changeCustomers(
    ctx,
    changed.flatMap((one): CustomerChange[] => {
      const id = localOf(one.remoteId)
      if (id === null || known.get(one.remoteId)?.state === 'merged') return []
      // A deleted record has lost its fields.
      if (one.isDeleted) return [{ id, fields: { isActive: false } }]
      // The company's further addresses are kept when the platform states only one.
      const { extraEmails, ...stated } = readCustomer(one)
      // One that was just recognized keeps what other books said of it and these don't.
      const fields = known.get(one.remoteId)?.version === '' ? withoutEmpty(stated) : stated
      return [{ id, fields: { ...fields, ...(extraEmails.length > 0 && { extraEmails }) } }]
    }),
  )
  await writeLinks(
    ctx,
    connection.id,
    given.map((one) => linkOf(one, created, known)),
  )
  await applyParents(ctx, applied, given)
  await followMerges(ctx, applied, given, known, created)
}

const withoutEmpty = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<Fields>

function retiredOf({ remoteId, isActive, isDeleted, mergedInto }: RemoteCustomer, link?: LinkRow): Retired[] {
  if (isActive && !isDeleted) return []
  if (!link?.local_id || link.state === 'merged' || mergedInto !== null) return []
  return [{ remoteId, localId: link.local_id, status: isDeleted ? 'deleted' : 'inactive' }]
}

function linkOf(
  one: RemoteCustomer,
  created: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, LinkRow>,
): LinkToWrite {
  const { remoteId, version, url } = one
  const link = known.get(remoteId)
  const { mergedInto } = one
  const into = mergedInto === null ? null : (created.get(mergedInto) ?? ownOf(known.get(mergedInto)))
  // It is read again until the one that it was merged into is known here.
  const awaitsOther = one.mergedInto !== null && into === null && link?.state === 'live'
  return {
    kind: 'customer',
    remoteId,
    version: awaitsOther ? '' : version,
    url,
    localId: into ?? created.get(remoteId) ?? null,
    mergedFrom: into === null ? null : mergedFromOf(link),
    state: awaitsOther
      ? 'live'
      : one.mergedInto !== null || link?.state === 'merged'
        ? 'merged'
        : one.isDeleted
          ? 'gone'
          : 'live',
  }
}
