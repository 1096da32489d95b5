import { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import { cardLife, lastDayOfCard } from '../../../../domain/payments/card-life.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, pagedReply, refuseTooDeep } from '../../../platform/http/paging.ts'
import { readAccountRow, runsByItself, todayOf } from '../../accounts/index.ts'
import { methodText, readMethodCheck, readSettings } from '../../payments/index.ts'
import { payableMinor, totalMinor } from '../rules/amounts.ts'
import { chargeDate, timingOf } from '../rules/plan.ts'
import { coveredOfAll } from '../store/covered.ts'
import { countEnrolled, type Enrolled, selectEnrolled } from '../store/enrolled.ts'
import { findProblems } from './problems/find-problems.ts'

type Route = typeof contract.autoPayments.list
type Row = HandlerReplyOf<Route>['results'][number]

/** Lists the customers who agreed to automatic payments, each with the next planned charge. */
export async function listEnrolled(ctx: Ctx, { query }: InputOf<Route>): Promise<HandlerReplyOf<Route>> {
  const count = await countEnrolled(ctx)
  refuseTooDeep(query, null, count)
  const results = await showEnrolled(ctx, query.page_size, offsetOf(query))
  const path = contract.autoPayments.list.path.replace(':account', ctx.accountId)
  return pagedReply(path, query, count, results)
}

/** Returns the rows of a page, by the customers' names. */
export async function showEnrolled(ctx: Ctx, limit: number, offset: number): Promise<Row[]> {
  const [account, today, { surchargePpm }] = await Promise.all([
    readAccountRow(ctx),
    todayOf(ctx),
    readSettings(ctx),
  ])
  const rows = await selectEnrolled(ctx, limit, offset)
  const covered = await coveredOfAll(
    ctx,
    rows.map(({ customerId }) => customerId),
  )
  const isOn = runsByItself(account, ctx.now)
  const problems = await findProblems(ctx, covered)
  const check = await readMethodCheck(ctx)
  const unusable = new Set<string>()
  for (const row of rows) if ((await check(row, today, null)) !== null) unusable.add(row.customerId)
  const nextOf = (row: Enrolled): Row['next'] => {
    const next = covered.find(
      (one) => one.customerId === row.customerId && payableMinor(one) > 0n && !problems.has(one.id),
    )
    return isOn && row.hasEmail && next
      ? {
          invoice: { pk: next.id, number: next.number },
          method_display: methodText(next.type, next.brand, next.last4),
          amount: formatAmount(totalMinor(next, surchargePpm), next.currency),
          currency: next.currency,
          on: chargeDate(timingOf(next), ctx.now, account.timezone),
        }
      : null
  }
  return rows.map(
    (row): Row => ({
      customer: { pk: row.customerId, short_name: row.shortName },
      method_display: methodText(row.type, row.brand, row.last4),
      since_on: row.agreedOn,
      expiry:
        row.expirationYear === null || row.expirationMonth === null
          ? null
          : cardLife(lastDayOfCard(row.expirationYear, row.expirationMonth), today),
      next: nextOf(row),
      stopped_by: isOn ? stopOf(row, unusable.has(row.customerId)) : 'account',
    }),
  )
}

function stopOf({ isActive, groupOff, hasEmail }: Enrolled, isUnusable: boolean): Row['stopped_by'] {
  if (!isActive) return 'inactive'
  if (groupOff) return 'group'
  if (isUnusable) return 'method'
  return hasEmail ? null : 'no_address'
}
