import { formatAmount } from '../../../../domain/money/money.ts'
import { isoInstant } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { selectMembers } from '../../accounts/index.ts'
import { nameOfMember } from '../rules/name-of-member.ts'
import { findTask, type ListedTask } from '../store/list-tasks.ts'

/** Names of the account's members by id. */
export type MemberNames = ReadonlyMap<string, string>

export const readMemberNames = async (ctx: Ctx): Promise<MemberNames> =>
  new Map((await selectMembers(ctx)).map((member) => [member.userId, nameOfMember(member)]))

/** Refuses not_found. */
export async function readTask(ctx: Ctx, id: string) {
  const row = await findTask(ctx, id)
  if (!row) throw refuse('not_found')
  return showTask(row, await readMemberNames(ctx))
}

/** Converts a task to the API's shape. Somebody who left the account is not named. */
export function showTask(row: ListedTask, names: MemberNames) {
  const assignee = row.assigned_to === null ? undefined : names.get(row.assigned_to)
  return {
    pk: row.id,
    id: row.id,
    kind: row.kind,
    title: row.title,
    reason: row.reason,
    note: row.note,
    url: row.url,
    customer: { pk: row.customer_id, short_name: row.customer_name },
    invoices: row.invoices.map(({ id, number }) => ({ pk: id, number })),
    ...showAmount(row),
    due_on: row.due_on,
    snoozed_until: row.snoozed_until,
    snooze_note: row.snooze_note,
    assignee: assignee === undefined ? null : { pk: row.assigned_to!, name: assignee },
    status: row.status,
    done: row.done_at && {
      at: isoInstant(row.done_at.getTime()),
      by: row.done_by === null ? null : (names.get(row.done_by) ?? null),
      outcome: row.outcome,
    },
    created: isoInstant(row.created_at.getTime()),
  }
}

/** An open task about invoices shows what they owe now, so that nobody asks for money that was paid. */
function showAmount({ status, currency, amount_minor, remaining_minor }: ListedTask) {
  if (currency === null || amount_minor === null) return { currency: null, amount: null }
  const minor = status === 'open' ? (remaining_minor ?? amount_minor) : amount_minor
  return { currency, amount: formatAmount(minor, currency) }
}
