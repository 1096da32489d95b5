import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { companies } from '../../../../contract/worklist/companies.ts'
import { dateInZone } from '../../../../domain/dates/calendar.ts'
import { formatAmount } from '../../../../domain/money/money.ts'
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

/** Lists the companies of the caller. Figures of each are read as a member of it, under its own policies. */
export async function listCompanies(ctx: BaseCtx, { query }: InputOf<typeof companies.list>): Promise<Reply> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const user = await findUser(ctx, ctx.actor.userId)
  if (user === null) throw refuse('session_ended')
  const { column, direction } = orderOf(query.order_by)
  const { count, accounts } = await selectAccountsOf(ctx, user.id, {
    search: searchable(query.search) ?? '',
    column: column === 'created' ? 'created' : 'company_name',
    direction,
    limit: query.page_size,
    offset: offsetOf(query),
  })
  const results: Company[] = []
  // One after another: each enters its account, and a transaction is in one account at a time.
  for (const one of accounts) results.push(await showCompany(ctx, user, one))
  return pagedReply(companies.list.path, query, count, results)
}

async function showCompany(ctx: BaseCtx, user: User, { account, role }: AccountOfMember): Promise<Company> {
  const { company } = account
  const shown = {
    account: account.id,
    name: company.name,
    logo: logoPath(account.id, company.logoFileId),
    role,
  }
  const nothing = { owed: [], overdue_invoices: 0, tasks_due: 0 }
  const member = await enterAsMember(ctx, user.id, account.id)
  if (member === null || account.closing !== null) return { ...shown, ...nothing, state: 'closed' }
  if (!member.isActive) return { ...shown, ...nothing, state: 'inactive' }
  if (member.needsSecondFactor && !user.secondFactor) return { ...shown, ...nothing, state: 'second_factor' }
  const inside = await enterAccount(ctx, account.id)
  const today = dateInZone(ctx.now, account.timezone)
  const aging = (await agingOf(inside, today)).filter(({ total }) => total !== 0n)
  return {
    ...shown,
    state: 'open',
    owed: aging.map(({ currency, total, current }) => ({
      currency,
      owed: formatAmount(total, currency),
      overdue: formatAmount(total - current, currency),
    })),
    overdue_invoices: aging.reduce((sum, { counts }) => sum + counts.total - counts.current, 0),
    tasks_due: await countDueTasks(inside, today),
  }
}
