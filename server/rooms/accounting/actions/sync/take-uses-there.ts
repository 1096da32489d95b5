import type { RemoteCreditMemo, RemotePayment, Use } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { spendCreditOf } from '../../../payments/index.ts'
import { usesBeyond, usesOfRest } from '../../rules/uses-there.ts'
import { addCreditUse } from '../../store/credit-uses.ts'
import { keepFormerShares } from '../../store/former-shares.ts'
import { linksOf } from '../../store/links.ts'
import { changePost, lockPost, postsOfRemote } from '../../store/posts.ts'
import { enteredPayments, postsOfReferences } from '../../store/posts-by-reference.ts'
import { settledHere } from '../../store/settled-here.ts'
import type { Applied, PostRow, Wanted } from '../../tables.ts'

type FindUses = (wanted: Wanted, localIds: ReadonlyMap<string, string>) => Use[]

/**
 * Uses the credit of payments here as people used it at the platform, so that it can't be used twice: of those that were posted, and of
 * those that people entered with our reference, as when they carried it over from former books. A platform shows that in the payment
 * itself, or in a record of its own for the rest. What was used here meanwhile stays, and is posted.
 */
export async function takeUsesThere(
  ctx: Ctx,
  { connection }: Applied,
  payments: readonly RemotePayment[],
  memos: readonly RemoteCreditMemo[],
): Promise<void> {
  const live = payments.filter(({ isDeleted }) => !isDeleted)
  const posts = await postsOfRemote(
    ctx,
    connection.id,
    live.map(({ remoteId }) => remoteId),
  )
  const used = memos.flatMap(({ received, totalMinor }) =>
    received?.uses?.length ? [{ reference: received.reference, uses: received.uses, totalMinor }] : [],
  )
  const entered = await enteredPayments(
    ctx,
    connection.id,
    [...live, ...used].map(({ reference }) => reference),
  )
  for (const { remoteId, reference, applied } of live) {
    const own = posts.get(remoteId)
    const isPosted = own?.kind === 'payment' && own.state === 'posted' && !own.as_credit
    const post = own ? isPosted && own : entered.get(reference)
    if (post)
      await takeUses(ctx, connection.id, post, applied, (wanted, localIds) =>
        usesBeyond(wanted, applied, localIds),
      )
  }
  const ofRest = await postsOfReferences(
    ctx,
    connection.id,
    used.map(({ reference }) => reference),
    false,
  )
  for (const { reference, uses, totalMinor } of used) {
    const post = ofRest.get(reference) ?? entered.get(reference)
    if (post)
      await takeUses(ctx, connection.id, post, uses, (wanted, localIds) =>
        usesOfRest(wanted, uses, totalMinor, localIds),
      )
  }
}

async function takeUses(
  ctx: Ctx,
  connectionId: string,
  given: PostRow,
  uses: readonly Use[],
  unknownOf: FindUses,
): Promise<void> {
  // Another record that was read with this one may have changed it.
  const post = await lockPost(ctx, given.kind, given.subject_id)
  if (!post) return
  const { wanted } = post
  const localIds = await localIdsOf(ctx, connectionId, uses)
  const shares = new Map(wanted.shares.map(({ invoice, amount }) => [invoice, BigInt(amount)]))
  let isChanged = false
  for (const { invoiceId: remoteId, amountMinor } of unknownOf(wanted, localIds)) {
    const invoiceId = localIds.get(remoteId)
    if (invoiceId === undefined) continue
    const { settledMinor } = (await settledHere(ctx, [invoiceId]))(invoiceId)
    const usedMinor = await spendCreditOf(ctx, post.subject_id, { invoiceId, amountMinor }, settledMinor)
    if (usedMinor === 0n) continue
    if (post.connection_id !== connectionId) await keepFormerShares(ctx, post)
    await addCreditUse(ctx, post, invoiceId, usedMinor)
    shares.set(invoiceId, (shares.get(invoiceId) ?? 0n) + usedMinor)
    isChanged = true
  }
  if (!isChanged) return
  const known = {
    ...wanted,
    shares: [...shares].sort().map(([invoice, amount]) => ({ invoice, amount: amount.toString() })),
  }
  await changePost(ctx, post, { wanted: JSON.stringify(known) })
}

/** Returns the invoices here of those there, by the platform's ids. */
export async function localIdsOf(
  ctx: Ctx,
  connectionId: string,
  uses: readonly Use[],
): Promise<ReadonlyMap<string, string>> {
  const remoteIds = uses.map(({ invoiceId }) => invoiceId)
  const links = await linksOf(ctx, connectionId, 'invoice', remoteIds)
  return new Map([...links].flatMap(([remoteId, { local_id }]) => (local_id ? [[remoteId, local_id]] : [])))
}
