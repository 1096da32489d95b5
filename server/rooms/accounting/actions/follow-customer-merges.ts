import type { RemoteCustomer } from '../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../platform/context.ts'
import { endMirroredMerges, mirrorMerges } from '../../customers/index.ts'
import { partMergedCustomers } from '../store/merged-customers.ts'
import type { Applied, LinkRow } from '../tables.ts'

const isActiveThere = ({ isActive, isDeleted, mergedInto }: RemoteCustomer): boolean =>
  isActive && !isDeleted && mergedInto === null

/**
 * Parts records that the platform had merged and shows as active again from the customers that they were merged into: each becomes its
 * own customer here again.
 */
export const partActiveAgain = (
  ctx: Ctx,
  { connection }: Applied,
  given: readonly RemoteCustomer[],
): Promise<void> =>
  partMergedCustomers(
    ctx,
    connection.id,
    given.filter(isActiveThere).map(({ remoteId }) => remoteId),
  )

/** Shows the merges of these customers here as the books have them; `created` has the customers here of records that were read first. */
export async function followMerges(
  ctx: Ctx,
  { platform }: Applied,
  given: readonly RemoteCustomer[],
  known: ReadonlyMap<string, LinkRow>,
  created: ReadonlyMap<string, string>,
): Promise<void> {
  // After a move, these books may have as two what others have merged.
  await endMirroredMerges(
    ctx,
    given.filter(isActiveThere).flatMap(({ remoteId }) => known.get(remoteId)?.local_id ?? []),
  )
  const merges = given.flatMap((one) => {
    const link = known.get(one.remoteId)
    const from = mergedFromOf(link)
    const into = mergedIntoOf(one, link, (id) => created.get(id) ?? ownOf(known.get(id)))
    return from !== null && into !== null && into !== from ? [{ from, into }] : []
  })
  await mirrorMerges(ctx, platform, merges)
}

/** Returns the customer here into which a record is merged; the one of before where these books are read again and name it no more. */
function mergedIntoOf(
  { mergedInto }: RemoteCustomer,
  link: LinkRow | undefined,
  customerOf: (remoteId: string) => string | null,
): string | null {
  if (mergedInto !== null) return customerOf(mergedInto)
  return link?.state === 'merged' ? link.local_id : null
}

/** Returns the customer here of a record itself, also of one that is merged into another, which may be parted from it again. */
export const ownOf = (link: LinkRow | undefined): string | null =>
  mergedFromOf(link) ?? link?.local_id ?? null

/** Returns the customer here that a record is, or was before it was merged there. */
export const mergedFromOf = (link: LinkRow | undefined): string | null =>
  (link?.state === 'merged' ? link.merged_from : link?.local_id) ?? null
