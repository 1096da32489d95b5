import { formatDate } from '../../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import type { AccountingPlatform } from '../../../../gateways/accounting/port.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readAccountRow } from '../../../accounts/index.ts'
import { closeTasks, openTask } from '../../../worklist/index.ts'
import { feesOfInvoices } from '../../store/fees-there.ts'
import { customerOfInvoice, forgetVersions, linkOfLocal, remoteIdsOf } from '../../store/links.ts'
import { changePost, lockPost } from '../../store/posts.ts'
import type { ConnectionRow, PostRow } from '../../tables.ts'
import { noteRefused } from '../post/note-outcome.ts'
import { amountsToEnter, finishIfEntered, type Missing, taskKeyOf } from './finish-by-hand.ts'

/**
 * Opens the task to enter a payment or the use of a credit memo at a platform that takes none by its API, or to take one back there.
 * Money that settles no invoice is not asked for until it does, and late fees and surcharges never are: other books may take them later.
 */
export async function askByHand(
  ctx: Ctx,
  row: ConnectionRow,
  platform: AccountingPlatform,
  given: PostRow,
): Promise<void> {
  const former = await lockPost(ctx, given.kind, given.subject_id)
  if (former?.state !== 'waiting') return
  if (former.kind !== 'payment' && former.kind !== 'credit')
    return changePost(ctx, former, { state: 'removed', failure: null, next_at: null })
  await closeTasks(ctx, { keys: [taskKeyOf(former)], outcome: 'It changed since.' })
  const missing = await finishIfEntered(ctx, former, platform.name)
  if (missing === null) return
  const generation = former.asked_at === null ? former.generation : former.generation + 1
  const post: PostRow = { ...former, generation }
  const bills = await readBills(ctx, row, post, missing)
  if (bills === null) return noteRefused(ctx, platform, post, 'Its invoice is not in these books.')
  const { memo } = post.wanted
  if (memo !== null && !(await remoteIdsOf(ctx, row.id, 'credit_memo', [memo])).has(memo))
    return noteRefused(ctx, platform, post, 'Its credit memo is not in these books.')
  await changePost(ctx, post, {
    state: 'by_hand',
    generation,
    step: null,
    next_at: null,
    asked_at: former.asked_at ?? asDate(ctx.app.clock.wallNow()),
  })
  // Balances and entries are read again together.
  const invoiceIds = bills.map(({ id }) => id)
  await forgetVersions(ctx, row.id, invoiceIds)
  const owner = (await customerOfInvoice(ctx, invoiceIds[0])) ?? post.wanted.customer
  await openTask(ctx, {
    key: taskKeyOf(post),
    kind: 'books_entry',
    customerId: owner,
    invoiceIds,
    title: titleOf(platform.name, post, missing),
    reason: `${platform.name} takes no payments from other programs, so a person enters this one. The task ends by itself once ${platform.name} shows it.`,
    note: await noteOf(ctx, row, post, missing, bills),
    url: bills[0]?.url ?? '',
    endsWhenSettled: false,
  })
}

interface Bill {
  readonly id: string
  readonly number: string
  readonly url: string
  readonly feesMinor: bigint
}

/** Returns the bills of what is missing; null when one is not in these books. */
async function readBills(
  ctx: Ctx,
  row: ConnectionRow,
  post: PostRow,
  { toEnter, toRemove }: Missing,
): Promise<Bill[] | null> {
  const ids = [
    ...new Set([...toRemove.map(({ invoiceId }) => invoiceId), ...toEnter.map(({ invoice }) => invoice)]),
  ]
  const fees = await feesOfInvoices(ctx, ids)
  const numbers = await ctx.db
    .selectFrom('invoices')
    .select(['id', 'number'])
    .where('account_id', '=', ctx.accountId)
    .where('id', 'in', ids)
    .execute()
  const bills: Bill[] = []
  for (const id of ids) {
    const link = await linkOfLocal(ctx, 'invoice', id)
    if (link?.connection_id !== row.id) return null
    const { chargedMinor, knownThereMinor } = fees(id)
    bills.push({
      id,
      number: numbers.find((one) => one.id === id)?.number ?? '',
      url: link.url,
      feesMinor: post.kind === 'payment' ? chargedMinor - knownThereMinor : 0n,
    })
  }
  return bills
}

function titleOf(platform: string, { kind, wanted }: PostRow, { toEnter, toRemove }: Missing): string {
  const what = kind === 'credit' ? 'the use of a credit' : 'a payment'
  if (toRemove.length > 0) return `${toEnter.length > 0 ? 'Correct' : 'Remove'} ${what} in ${platform}`
  const total = toEnter.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return `Enter ${what} of ${displayAmount(total, wanted.currency)} in ${platform}`
}

/** The words and numbers to enter, a line for each field. */
async function noteOf(
  ctx: Ctx,
  { deposit_account: account }: ConnectionRow,
  { kind, reference, wanted }: PostRow,
  { toEnter, toRemove }: Missing,
  bills: readonly Bill[],
): Promise<string> {
  const { dateFormat } = await readAccountRow(ctx)
  const billOf = (id: string) => bills.find((bill) => bill.id === id)
  const money = (minor: bigint) => displayAmount(minor, wanted.currency)
  const lines = toRemove.map(
    ({ invoiceId, amountMinor }) =>
      `Bill ${billOf(invoiceId)?.number}: remove the entry of ${money(amountMinor)}, because it was paid back or changed here.`,
  )
  for (const { invoice, amount } of toEnter) {
    const bill = billOf(invoice)
    const fees = bill?.feesMinor ?? 0n
    const amounts = amountsToEnter(BigInt(amount), fees)
    const without = amounts.at(-1)!
    lines.push(
      kind === 'credit'
        ? `Bill ${bill?.number}: apply ${money(BigInt(amount))} of the client’s credit memo.`
        : `Bill ${bill?.number}: Record payment. Amount: ${money(BigInt(amount))}.` +
            (amounts.length > 1
              ? ` If it is refused as more than the balance: ${money(without)}, because ${money(fees)} of it is a late fee of Quittance.`
              : ''),
    )
  }
  if (toEnter.length > 0)
    lines.push(
      `Date: ${formatDate(wanted.on, dateFormat)}.`,
      ...(kind === 'payment' && account !== '' ? [`Into: ${account}.`] : []),
      `Reference: Quittance ${reference}.`,
    )
  return lines.join('\n')
}
