import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { companies } from '../../../../contract/worklist/companies.ts'
import { dateInZone } from '../../../../domain/dates/calendar.ts'
import { currencyDigits, formatAmount } from '../../../../domain/money/money.ts'
import { searchable } from '../../../../domain/parsing/search-text.ts'
import { type BaseCtx, enterAccount } from '../../../platform/context.ts'
import { offsetOf, orderOf, pagedReply } from '../../../platform/http/paging.ts'
import { refuse } from '../../../platform/refusal.ts'
import { type AccountOfMember, enterAsMember, logoPath, selectAccountsOf } from '../../accounts/index.ts'
import { findUser, type User } from '../../identity/index.ts'
import { agingOf } from '../../ledger/index.ts'
import { countDueTasks } from '../store/list-tasks.ts'

type Reply = HandlerReplyOf<typeof companies.list>
type Company = Reply['results'][number]

interface Owed {
  readonly currency: string
  readonly owedMinor: bigint
  readonly overdueMinor: bigint
}

interface Figures {
  readonly company: Company
  readonly owed: readonly Owed[]
}

/** More than the largest firm of accountants has. */
const ALL = 2000

/**
 * Lists the companies of the caller. Figures of each are read as a member of it, under its own policies. Those of all are read, for
 * the totals and so that the list can be sorted by them.
 */
export async function listCompanies(ctx: BaseCtx, { query }: InputOf<typeof companies.list>): Promise<Reply> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const user = await findUser(ctx, ctx.actor.userId)
  if (user === null) throw refuse('session_ended')
  const { column, direction } = orderOf(query.order_by)
  const byName = column !== 'created'
  const { accounts } = await selectAccountsOf(ctx, user.id, {
    search: searchable(query.search) ?? '',
    column: byName ? 'company_name' : 'created',
    direction: column === 'company_name' || column === 'created' ? direction : 'asc',
    limit: ALL,
    offset: 0,
  })
  const all: Figures[] = []
  // One after another: each enters its account, and a transaction is in one account at a time.
  for (const one of accounts) all.push(await readFigures(ctx, user, one))
  const weigh = WEIGHTS[column as keyof typeof WEIGHTS]
  if (weigh !== undefined) sortBy(all, weigh, direction)
  const offset = offsetOf(query)
  const page = all.slice(offset, offset + query.page_size).map(({ company }) => company)
  return { ...pagedReply(companies.list.path, query, all.length, page), totals: totalsOf(all) }
}

/** Digits after the point of the finest currency. */
const FINEST = 4

/** Adds amounts of all currencies as plain numbers, because a list has one order and there are no rates here. */
const weighed = (owed: readonly Owed[], which: 'owedMinor' | 'overdueMinor'): bigint =>
  owed.reduce((sum, one) => sum + one[which] * 10n ** BigInt(FINEST - currencyDigits(one.currency)), 0n)

const WEIGHTS = {
  owed: ({ owed }: Figures) => weighed(owed, 'owedMinor'),
  overdue: ({ owed }: Figures) => weighed(owed, 'overdueMinor'),
  attention: ({ company }: Figures) => BigInt(company.tasks_due + company.overdue_invoices),
}

/** Sorts in place. Companies of the same weight stay in the order of their names. */
function sortBy(all: Figures[], weigh: (one: Figures) => bigint, direction: 'asc' | 'desc'): void {
  const sign = direction === 'asc' ? 1 : -1
  all.sort((a, b) => sign * Number(weigh(a) > weigh(b)) - sign * Number(weigh(a) < weigh(b)))
}

function totalsOf(all: readonly Figures[]): Reply['totals'] {
  const sums = new Map<string, Owed>()
  for (const one of all.flatMap(({ owed }) => owed)) {
    const sum = sums.get(one.currency)
    sums.set(one.currency, {
      currency: one.currency,
      owedMinor: (sum?.owedMinor ?? 0n) + one.owedMinor,
      overdueMinor: (sum?.overdueMinor ?? 0n) + one.overdueMinor,
    })
  }
  return {
    owed: [...sums.values()].map(showOwed),
    attention: all.filter((one) => WEIGHTS.attention(one) > 0n).length,
  }
}

const showOwed = ({ currency, owedMinor, overdueMinor }: Owed): Company['owed'][number] => ({
  currency,
  owed: formatAmount(owedMinor, currency),
  overdue: formatAmount(overdueMinor, currency),
})

async function readFigures(ctx: BaseCtx, user: User, { account, role }: AccountOfMember): Promise<Figures> {
  const shown = {
    account: account.id,
    name: account.company.name,
    logo: logoPath(account.id, account.company.logoFileId),
    role,
  }
  const without = (state: Company['state']): Figures => ({
    company: { ...shown, state, owed: [], overdue_invoices: 0, tasks_due: 0 },
    owed: [],
  })
  const member = await enterAsMember(ctx, user.id, account.id)
  if (member === null || account.closing !== null) return without('closed')
  if (!member.isActive) return without('inactive')
  if (member.needsSecondFactor && !user.secondFactor) return without('second_factor')
  const inside = await enterAccount(ctx, account.id)
  const today = dateInZone(ctx.now, account.timezone)
  const aging = (await agingOf(inside, today)).filter(({ total }) => total !== 0n)
  const owed = aging.map(({ currency, total, current }) => ({
    currency,
    owedMinor: total,
    overdueMinor: total - current,
  }))
  const company: Company = {
    ...shown,
    state: 'open',
    owed: owed.map(showOwed),
    overdue_invoices: aging.reduce((sum, { counts }) => sum + counts.total - counts.current, 0),
    tasks_due: await countDueTasks(inside, today),
  }
  return { company, owed }
}
