import type { contract } from '../../../../../contract/index.ts'
import type { AccessRequest } from '../../../../../contract/portal-access/access-requests.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { auditExport } from '../../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../../platform/exports/columns.ts'
import { exportPages } from '../../../../platform/exports/export-list.ts'
import { todayOf } from '../../../accounts/index.ts'
import { selectRequests } from '../../store/access-requests.ts'
import { presentRequests, requestMatchOf } from './list-access-requests.ts'

const COLUMNS: readonly ExportColumn<AccessRequest>[] = [
  { name: 'Name', kind: 'text', value: (one) => one.name },
  { name: 'Email', kind: 'text', value: (one) => one.email },
  { name: 'Asks for', kind: 'text', value: (one) => one.reference },
  { name: 'Status', kind: 'text', value: (one) => one.state },
  { name: 'Customer', kind: 'text', value: (one) => one.customer?.short_name ?? '' },
  { name: 'Suggested customer', kind: 'text', value: (one) => one.suggested?.short_name ?? '' },
  { name: 'Asked at (UTC)', kind: 'text', value: (one) => one.created_at },
  { name: 'Decided at (UTC)', kind: 'text', value: (one) => one.decided_at },
]

/** Exports the requests for a login that the list shows, in its order. The export is in the audit log. */
export async function exportAccessRequests(
  uow: UnitOfWork,
  request: InputOf<typeof contract.accessRequests.export>['body'],
): Promise<FileInParts> {
  const { match, today } = await uow.transaction(async (ctx) => {
    const match = await requestMatchOf(ctx, request)
    const { count } = await selectRequests(ctx, match, { limit: 1, offset: 0 })
    await auditExport(ctx, 'portal.export-access-requests', 'access_request', count, request)
    return { match, today: await todayOf(ctx) }
  })
  return exportPages(uow, {
    name: 'Requests for access',
    format: request.format,
    columns: COLUMNS,
    today,
    readPage: async (ctx, limit, offset) =>
      presentRequests(ctx, (await selectRequests(ctx, match, { limit, offset })).rows),
  })
}
