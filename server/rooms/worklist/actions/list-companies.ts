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
export type Company = Reply['results'][number]

interface Listed extends CompanyFigures {
  readonly of: AccountOfMember
  readonly state: Company['state']
}

/** More than the largest firm of accountants has. */
const ALL = 2000

/**
 * Lists the companies of the caller, with figures that are kept in each. Amounts of different currencies are never added: a list that
 * is ordered by an amount compares what is owed in one currency, the wanted one or the own currency of most companies.
 */
export async function listCompanies(ctx: BaseCtx, { query }: InputOf<typeof companies.list>): Promise<Reply> {
  const { all, currency, currencies } = await readCompanies(ctx, query)
  const totals = totalsOf(all, currencies)
  const offset = offsetOf(query)
  const page = all.slice(offset, offset + query.page_size).map(showCompany)
  return { ...pagedReply(companies.list.path, query, all.length, page), totals, currency, currencies }
}

/** Returns all companies of the caller as the list shows them, in its order. */
export async function showAllCompanies(
  ctx: BaseCtx,
  match: InputOf<typeof companies.export>['body'],
): Promise<Company[]> {
  return (await readCompanies(ctx, match)).all.map(showCompany)
}

type Match = Omit<InputOf<typeof companies.export>['body'], 'format'>

async function readCompanies(ctx: BaseCtx, match: Match) {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const user = await findUser(ctx, ctx.actor.userId)
  if (user === null) throw refuse('session_ended')
  const { column, direction } = orderOf(match.order_by)
  const isOwn = column === 'created' || column === 'company_name'
  const { accounts } = await selectAccountsOf(ctx, user.id, {
    search: searchable(match.search) ?? '',
    column: isOwn ? column : 'company_name',
    direction: isOwn ? direction : 'asc',
    limit: ALL,
    offset: 0,
  })
  const all = await withFigures(ctx, user, accounts)
  const currencies = currenciesOf(all)
  const currency = match.currency ?? currencies[0] ?? null
  if (!isOwn) sortBy(all, WEIGHTS[column as keyof typeof WEIGHTS](currency), direction)
  return { all, currency, currencies }
}

async function withFigures(
  ctx: BaseCtx,
  user: User,
  accounts: readonly AccountOfMember[],
): Promise<Listed[]> {
  const listed = accounts.map((of) => ({ of, state: stateOf(ctx, user, of) }))
  const shown = listed.filter(hasFigures)
  const figures = await readCompanyFigures(
    ctx,
    shown.map(({ of: { account } }) => ({ id: account.id, today: dateInZone(ctx.now, account.timezone) })),
  )
  return listed.map((one) => ({
    ...one,
    ...((hasFigures(one) && figures.get(one.of.account.id)) || NO_FIGURES),
  }))
}

/** Customers go on paying a company whose plan has lapsed, so its figures stay true and are shown. */
const hasFigures = ({ state }: Pick<Listed, 'state'>): boolean => state === 'open' || state === 'inactive'

/** Returns how far the caller can enter a company, by the rules for entering it. */
function stateOf(ctx: BaseCtx, user: User, { account, role }: AccountOfMember): Company['state'] {
  if (account.closing !== null) return 'closed'
  if (account.blocked) return 'blocked'
  if (isSecondFactorRequired(ctx.app, role, account) && !user.secondFactor) return 'second_factor'
  return countsAsActive(account.subscription, ctx.now) ? 'open' : 'inactive'
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

/** Currencies in which anything is owed, those that most companies use as their own first. */
function currenciesOf(all: readonly Listed[]): string[] {
  const owed = new Set(all.flatMap((one) => one.owed.map(({ currency }) => currency)))
  const uses = (currency: string) => all.filter(({ of }) => of.account.currency === currency).length
  return [...owed]
    .map((currency) => ({ currency, uses: uses(currency) }))
    .sort((a, b) => b.uses - a.uses || (a.currency < b.currency ? -1 : 1))
    .map(({ currency }) => currency)
}

function totalsOf(all: readonly Listed[], currencies: readonly string[]): Reply['totals'] {
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
    owed: currencies.flatMap((currency) => sums.get(currency) ?? []).map(showOwed),
    attention: all.filter((one) => attentionOf(one) > 0n).length,
    left_out: all.filter((one) => !hasFigures(one)).length,
  }
}

const showOwed = ({ currency, owedMinor, overdueMinor }: OwedIn): Company['owed'][number] => ({
  currency,
  owed: formatAmount(owedMinor, currency),
  overdue: formatAmount(overdueMinor, currency),
})

const ownFirst = (owed: readonly OwedIn[], own: string): OwedIn[] => [
  ...owed.filter(({ currency }) => currency === own),
  ...owed.filter(({ currency }) => currency !== own),
]

const showCompany = ({ of: { account, role }, state, owed, overdueInvoices, tasksDue }: Listed): Company => ({
  account: account.id,
  name: account.company.name,
  logo: logoPath(account.id, account.company.logoFileId),
  role,
  state,
  owed: ownFirst(owed, account.currency).map(showOwed),
  overdue_invoices: overdueInvoices,
  tasks_due: tasksDue,
})
