import type { contract } from '../../../../contract/index.ts'
import type { FileInParts, InputOf } from '../../../../contract/route.ts'
import { audit } from '../../../platform/audit.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import type { ExportColumn } from '../../../platform/exports/columns.ts'
import { exportFollowing, PAGE_ROWS } from '../../../platform/exports/export-list.ts'
import { todayOf } from '../../accounts/index.ts'
import type { EventReply } from '../rules/present-event.ts'
import { readEvents } from './list-events.ts'

const COLUMNS: readonly ExportColumn<EventReply>[] = [
  { name: 'At (UTC)', kind: 'text', value: (one) => one.at },
  { name: 'Event', kind: 'text', value: (one) => one.type },
  { name: 'Record', kind: 'text', value: (one) => one.label },
  { name: 'Customer', kind: 'text', value: (one) => one.customer?.short_name ?? '' },
  { name: 'Currency', kind: 'text', value: (one) => one.currency },
  { name: 'Amount', kind: 'amount', value: (one) => one.amount },
  { name: 'By', kind: 'text', value: (one) => one.actor.name },
  { name: 'Note', kind: 'text', value: (one) => one.note },
]

/** Exports the activity that the actor may see, in the list’s order. The export is in the audit log. */
export async function exportEvents(
  uow: UnitOfWork,
  { format, ...by }: InputOf<typeof contract.events.export>['body'],
): Promise<FileInParts> {
  const { first, today } = await uow.transaction(async (ctx) => {
    const first = await readEvents(ctx, by, undefined, PAGE_ROWS)
    await audit(ctx, 'audit-log.export-events', { type: 'event', id: null }, { format, ...by })
    return { first, today: await todayOf(ctx) }
  })
  return exportFollowing(uow, {
    name: 'Activity',
    format,
    columns: COLUMNS,
    today,
    first,
    readAfter: (ctx, { pk }, limit) => readEvents(ctx, by, pk, limit),
  })
}
