import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { companies } from '../../../../contract/worklist/companies.ts'
import { countsAsActive } from '../../../../domain/accounts/subscription.ts'
import { dateInZone } from '../../../../domain/dates/calendar.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
import { searchable } from '../../../../domain/parsing/search-text.ts'
import type { BaseCtx } from '../../../platform/context.ts'
import { offsetOf, orderOf, pagedReply } from '../../../platform/http/paging.ts'
import { refuse } from '../../../platform/refusal.ts'
import {
  type AccountOfMember,
  isSecondFactorRequired,
  logoPath,
  selectAccountsOf,
} from '../../accounts/index.ts'
import { findUser, type User } from '../../identity/index.ts'
import { type CompanyFigures, NO_FIGURES, type OwedIn, readCompanyFigures } from '../store/company-figures.ts'

type Reply = HandlerReplyOf<typeof companies.list>
type Company = Reply['results'][number]

interface Listed extends CompanyFigures {
  readonly of: AccountOfMember
  readonly state: Company['state']
}

/** More than the largest firm of accountants has. */
const ALL = 2000

/**
 * Lists the companies of the caller, with figures that are kept in each. Amounts of different currencies are never added: a list that
 * is ordered by an amount compares what is owed in one currency, the wanted one or that of most companies.
 */
export async function listCompanies(ctx: BaseCtx, { query }: InputOf<typeof companies.list>): Promise<Reply> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const user = await findUser(ctx, ctx.actor.userId)
  if (user === null) throw refuse('session_ended')
  const { column, direction } = orderOf(query.order_by)
  const isOwn = column === 'created' || column === 'company_name'
  const { accounts } = await selectAccountsOf(ctx, user.id, {
    search: searchable(query.search) ?? '',
    column: isOwn ? column : 'company_name',
    direction: isOwn ? direction : 'asc',
    limit: ALL,
    offset: 0,
  })
  const all = await withFigures(ctx, user, accounts)
  const totals = totalsOf(all)
  const currencies = currenciesOf(all)
  const currency = query.currency ?? currencies[0] ?? null
  if (!isOwn) sortBy(all, WEIGHTS[column as keyof typeof WEIGHTS](currency), direction)
  const offset = offsetOf(query)
  const page = all.slice(offset, offset + query.page_size).map(showCompany)
  return { ...pagedReply(companies.list.path, query, all.length, page), totals, currency, currencies }
}

async function withFigures(
  ctx: BaseCtx,
  user: User,
  accounts: readonly AccountOfMember[],
): Promise<Listed[]> {
  const listed = accounts.map((of) => ({ of, state: stateOf(ctx, user, of) }))
  const open = listed.filter(({ state }) => state === 'open')
  const figures = await readCompanyFigures(
    ctx,
    open.map(({ of: { account } }) => ({ id: account.id, today: dateInZone(ctx.now, account.timezone) })),
  )
  return listed.map((one) => ({
    ...one,
    ...((one.state === 'open' && figures.get(one.of.account.id)) || NO_FIGURES),
  }))
}

/** Says why a company's figures are not shown; those of an open one are. The same rules as for entering it. */
function stateOf(ctx: BaseCtx, user: User, { account, role }: AccountOfMember): Company['state'] {
  if (account.closing !== null) return 'closed'
  if (account.blocked || !countsAsActive(account.subscription, ctx.now)) return 'inactive'
  if (isSecondFactorRequired(ctx.app, role, account) && !user.secondFactor) return 'second_factor'
  return 'open'
}

const owedIn = (owed: readonly OwedIn[], currency: string | null): OwedIn | undefined =>
  owed.find((one) => one.currency === currency)

const WEIGHTS = {
  owed: (currency: string | null) => (one: Listed) => owedIn(one.owed, currency)?.owedMinor ?? 0n,
  overdue: (currency: string | null) => (one: Listed) => owedIn(one.owed, currency)?.overdueMinor ?? 0n,
  attention: () => attentionOf,
} as const

const attentionOf = ({ tasksDue, overdueInvoices }: Listed): bigint => BigInt(tasksDue + overdueInvoices)

/** Sorts in place. Companies of the same weight stay in the order of their names. */
function sortBy(all: Listed[], weigh: (one: Listed) => bigint, direction: 'asc' | 'desc'): void {
  const sign = direction === 'asc' ? 1 : -1
  all.sort((a, b) => sign * Number(weigh(a) > weigh(b)) - sign * Number(weigh(a) < weigh(b)))
}

/** Currencies in which anything is owed, those of most companies first. */
function currenciesOf(all: readonly Listed[]): string[] {
  const counts = new Map<string, number>()
  for (const { currency } of all.flatMap(({ owed }) => owed))
    counts.set(currency, (counts.get(currency) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([currency]) => currency)
}

function totalsOf(all: readonly Listed[]): Reply['totals'] {
  const sums = new Map<string, OwedIn>()
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
    attention: all.filter((one) => attentionOf(one) > 0n).length,
  }
}

const showOwed = ({ currency, owedMinor, overdueMinor }: OwedIn): Company['owed'][number] => ({
  currency,
  owed: formatAmount(owedMinor, currency),
  overdue: formatAmount(overdueMinor, currency),
})

const showCompany = ({ of: { account, role }, state, owed, overdueInvoices, tasksDue }: Listed): Company => ({
  account: account.id,
  name: account.company.name,
  logo: logoPath(account.id, account.company.logoFileId),
  role,
  state,
  owed: owed.map(showOwed),
  overdue_invoices: overdueInvoices,
  tasks_due: tasksDue,
})
