import type { RemoteCustomer } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { changeCustomers, parentsAbove } from '../../../customers/index.ts'
import { chooseParents } from '../../rules/chosen-parents.ts'
import { awaitingKnownParents, writeAwaitedParents } from '../../store/awaited-parents.ts'
import { openConflict, settleConflicts } from '../../store/conflicts.ts'
import { linksOf } from '../../store/links.ts'
import type { Applied } from '../../tables.ts'

/** A customer with the parent that it has at the platform, by the platform's ids. */
interface Child {
  readonly remoteId: string
  readonly localId: string
  readonly parentId: string | null
}

/**
 * Puts customers below their parents, after all of them were written. One whose parent is not read yet waits for it. Two that are each
 * other's parent there, directly or by others, make no circle here: the last one stays without a parent, and a conflict reports it.
 * A platform without parents changes none.
 */
export async function applyParents(
  ctx: Ctx,
  { connection, platform }: Applied,
  given: readonly RemoteCustomer[],
): Promise<void> {
  const children = await childrenOf(ctx, connection.id, given)
  const parentIds = [...children.values()].flatMap(({ parentId }) => (parentId === null ? [] : [parentId]))
  const parents = await linksOf(ctx, connection.id, 'customer', parentIds)
  const localOf = (id: string | null) => (id === null ? null : (parents.get(id)?.local_id ?? null))
  const wanted = new Map([...children.values()].map((one) => [one.localId, localOf(one.parentId)]))
  const current = await parentsAbove(
    ctx,
    [...wanted].flat().filter((id) => id !== null),
  )
  const chosen = chooseParents(current, wanted)
  const changed = [...chosen.parents].filter(([id, parent]) => (current.get(id) ?? null) !== parent)
  await changeCustomers(
    ctx,
    changed.map(([id, parentId]) => ({ id, fields: { parentId } })),
  )
  const isRefused = ({ localId }: Child) => chosen.refused.has(localId)
  const isAwaiting = (one: Child) => isRefused(one) || localOf(one.parentId) === null
  await writeAwaitedParents(
    ctx,
    connection.id,
    new Map([...children.values()].map((one) => [one.remoteId, isAwaiting(one) ? one.parentId : null])),
  )
  await settleConflicts(
    ctx,
    [...children.values()].filter((one) => !isRefused(one)).map(({ remoteId }) => causeOf(remoteId)),
  )
  const byId = new Map(given.map((one) => [one.remoteId, one]))
  for (const child of children.values()) {
    const one = byId.get(child.remoteId)
    if (!one || !isRefused(child)) continue
    const parent = byId.get(child.parentId ?? '')
    await openConflict(ctx, {
      connectionId: connection.id,
      cause: causeOf(child.remoteId),
      kind: 'not_read',
      subject: { type: 'customer', id: child.localId },
      title: `${one.name} has no parent here, because its parent in ${platform} is below it`,
      ours: [{ label: 'Parent', value: 'none' }],
      theirs: [{ label: 'Parent', value: parent?.name ?? `#${child.parentId}` }],
    })
  }
}

const causeOf = (remoteId: string): string => `not_read:customer:${remoteId}`

/** The given ones that are customers here, and those whose awaited parents are known meanwhile. */
async function childrenOf(
  ctx: Ctx,
  connectionId: string,
  given: readonly RemoteCustomer[],
): Promise<ReadonlyMap<string, Child>> {
  const own = given.filter(({ isDeleted, mergedInto }) => !isDeleted && mergedInto === null)
  const links = await linksOf(
    ctx,
    connectionId,
    'customer',
    own.map(({ remoteId }) => remoteId),
  )
  const children = own.flatMap(({ remoteId, parentId }): Child[] => {
    const link = links.get(remoteId)
    return parentId !== undefined && link?.state === 'live' && link.local_id
      ? [{ remoteId, localId: link.local_id, parentId }]
      : []
  })
  const awaiting = await awaitingKnownParents(ctx, connectionId)
  return new Map([...awaiting, ...children].map((child) => [child.remoteId, child]))
}
