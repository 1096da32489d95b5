import type { contract } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/route.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, pagedReply, refuseTooDeep } from '../../../platform/http/paging.ts'
import { todayOf } from '../../accounts/index.ts'
import { countDueTasks, selectTasks, type TaskFilter } from '../store/list-tasks.ts'
import { type MemberNames, readMemberNames, showTask } from './read-task.ts'

type Query = InputOf<typeof contract.worklist.list>['query']

/** Returns a page of tasks: by their day, and done ones with the newest first. */
export async function listTasks(ctx: Ctx, query: Query) {
  refuseTooDeep(query, 'the list by a filter')
  const names = await readMemberNames(ctx)
  const { view, kind, customer, invoice } = query
  const filter = { view, kind, customer, invoice, assignee: assigneeOf(ctx, query.assignee, names) }
  const { count, rows } = await selectTasks(ctx, filter, await todayOf(ctx), {
    limit: query.page_size,
    offset: offsetOf(query),
  })
  return pagedReply(
    `/api/accounts/${ctx.accountId}/tasks/`,
    { ...query },
    count,
    rows.map((row) => showTask(row, names)),
  )
}

/** Returns whose tasks are asked for; null takes all. */
export function assigneeOf(ctx: Ctx, asked: Query['assignee'], names: MemberNames): TaskFilter['assignee'] {
  if (asked === 'everyone') return null
  if (asked === 'me' && ctx.actor.kind === 'staff') return { is: ctx.actor.userId }
  return { isNoneOf: [...names.keys()] }
}

/** Counts the open tasks that are due. */
export const countTasks = async (ctx: Ctx) => ({ due: await countDueTasks(ctx, await todayOf(ctx)) })

/** Lists the members of the account, by name. */
export async function listMembers(ctx: Ctx) {
  const names = [...(await readMemberNames(ctx))].map(([pk, name]) => ({ pk, name }))
  return { results: names.sort((a, b) => a.name.localeCompare(b.name)) }
}
