import type { reminders } from '../../../../../contract/reminders/reminders.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import { REASON_TEXTS } from '../../../../../domain/reminders/reason-texts.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { auditExport } from '../../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../../platform/exports/columns.ts'
import { exportList, exportRows } from '../../../../platform/exports/export-list.ts'
import { todayOf } from '../../../accounts/index.ts'
import {
  selectHeldByInvoices,
  selectHeldIds,
  selectSentByIds,
  selectSentIds,
} from '../../store/read-reminders.ts'
import { showHeld } from './list-held.ts'
import { sentMatchOf, showSent } from './list-sent.ts'
import { listUpcoming } from './list-upcoming.ts'

const SENT: readonly ExportColumn<ReturnType<typeof showSent>>[] = [
  { name: 'Sent at (UTC)', kind: 'text', value: (one) => one.sent_at },
  { name: 'Customer', kind: 'text', value: (one) => one.customer.short_name },
  { name: 'Step', kind: 'text', value: (one) => one.step },
  { name: 'Kind', kind: 'text', value: (one) => (one.is_thanks ? 'Thank-you' : 'Reminder') },
  { name: 'Subject', kind: 'text', value: (one) => one.subject },
  { name: 'To', kind: 'text', value: (one) => one.to },
  { name: 'From', kind: 'text', value: (one) => one.sender?.name ?? '' },
  { name: 'Invoices', kind: 'text', value: (one) => one.invoices.map(({ number }) => number).join(', ') },
  { name: 'Currency', kind: 'text', value: (one) => one.currency },
  { name: 'Remaining', kind: 'amount', value: (one) => one.remaining },
  { name: 'Paid since', kind: 'amount', value: (one) => one.paid },
  { name: 'Pay link opened at (UTC)', kind: 'text', value: (one) => one.opened_at },
  { name: 'Delivery', kind: 'text', value: (one) => one.status },
]

const HELD: readonly ExportColumn<ReturnType<typeof showHeld>>[] = [
  { name: 'Customer', kind: 'text', value: (one) => one.customer.short_name },
  { name: 'Invoice', kind: 'text', value: (one) => one.invoice.number },
  { name: 'Step', kind: 'text', value: (one) => one.step },
  { name: 'Scheduled on', kind: 'date', value: (one) => one.scheduled_on },
  { name: 'Currency', kind: 'text', value: (one) => one.currency },
  { name: 'Remaining', kind: 'amount', value: (one) => one.remaining },
  { name: 'Why', kind: 'text', value: (one) => REASON_TEXTS[one.reason] },
  { name: 'Held until', kind: 'date', value: (one) => one.held_until },
  { name: 'Note', kind: 'text', value: (one) => one.note },
]

/** Exports all reminders that were sent, the newest first. The export is in the audit log. */
export async function exportSent(
  uow: UnitOfWork,
  request: InputOf<typeof reminders.exportSent>['body'],
): Promise<FileInParts> {
  const { ids, today } = await uow.transaction(async (ctx) => {
    const ids = await selectSentIds(ctx, await sentMatchOf(ctx, request))
    await auditExport(ctx, 'reminders.export-sent', 'reminder', ids, request)
    return { ids, today: await todayOf(ctx) }
  })
  return exportList(uow, {
    name: 'Sent reminders',
    format: request.format,
    columns: SENT,
    today,
    ids,
    read: async (ctx, some) => (await selectSentByIds(ctx, some)).map(showSent),
  })
}

/** Exports all reminders that are held, by reason. The export is in the audit log. */
export async function exportHeld(
  uow: UnitOfWork,
  request: InputOf<typeof reminders.exportHeld>['body'],
): Promise<FileInParts> {
  const { ids, today } = await uow.transaction(async (ctx) => {
    const ids = await selectHeldIds(ctx, request.customer)
    await auditExport(ctx, 'reminders.export-held', 'reminder', ids, request)
    return { ids, today: await todayOf(ctx) }
  })
  return exportList(uow, {
    name: 'Held reminders',
    format: request.format,
    columns: HELD,
    today,
    ids,
    read: async (ctx, some) => (await selectHeldByInvoices(ctx, some)).map(showHeld),
  })
}

const UPCOMING: readonly ExportColumn<Awaited<ReturnType<typeof listUpcoming>>['results'][number]>[] = [
  { name: 'Day', kind: 'date', value: (one) => one.day },
  { name: 'Customer', kind: 'text', value: (one) => one.customer.short_name },
  { name: 'Step', kind: 'text', value: (one) => one.step },
  { name: 'Kind', kind: 'text', value: (one) => (one.is_thanks ? 'Thank-you' : 'Reminder') },
  { name: 'To', kind: 'text', value: (one) => one.to },
  { name: 'Invoices', kind: 'text', value: (one) => one.invoices.map(({ number }) => number).join(', ') },
  { name: 'Currency', kind: 'text', value: (one) => one.currency },
  { name: 'Remaining', kind: 'amount', value: (one) => one.remaining },
  { name: 'Held before', kind: 'text', value: (one) => one.held_for && REASON_TEXTS[one.held_for] },
]

/** Exports the reminders of the next 30 days that the list shows. The export is in the audit log. */
export async function exportUpcoming(
  uow: UnitOfWork,
  request: InputOf<typeof reminders.exportUpcoming>['body'],
): Promise<FileInParts> {
  const { results, today } = await uow.transaction(async (ctx) => {
    const { results } = await listUpcoming(ctx)
    await auditExport(ctx, 'reminders.export-upcoming', 'reminder', results.length, request)
    return { results, today: await todayOf(ctx) }
  })
  return exportRows({ name: 'Upcoming reminders', format: request.format, columns: UPCOMING, today }, results)
}
