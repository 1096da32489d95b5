import type { contract } from '../../../../../contract/index.ts'
import type { PortalLoginEntry } from '../../../../../contract/portal-access/portal-logins.ts'
import type { FileInParts, InputOf } from '../../../../../contract/route.ts'
import { searchable } from '../../../../../domain/parsing/search-text.ts'
import { PORTAL_LOGIN_STATE_TEXTS } from '../../../../../domain/people/portal-login-state.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { auditExport } from '../../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../../platform/exports/columns.ts'
import { exportPages } from '../../../../platform/exports/export-list.ts'
import { orderOf } from '../../../../platform/http/paging.ts'
import { todayOf } from '../../../accounts/index.ts'
import { selectPortalLogins } from '../../store/portal-logins.ts'
import { presentPortalLogin } from './list-portal-logins.ts'

const COLUMNS: readonly ExportColumn<PortalLoginEntry>[] = [
  { name: 'Customer', kind: 'text', value: (one) => one.short_name },
  { name: 'Email', kind: 'text', value: (one) => one.email },
  { name: 'Status', kind: 'text', value: (one) => PORTAL_LOGIN_STATE_TEXTS[one.state] },
  { name: 'First person', kind: 'text', value: (one) => (one.first ? 'yes' : 'no') },
  { name: 'Invited at (UTC)', kind: 'text', value: (one) => one.invited_at },
  { name: 'Last seen at (UTC)', kind: 'text', value: (one) => one.last_seen_at },
  { name: 'Ended at (UTC)', kind: 'text', value: (one) => one.ended_at },
]

/** Exports the portal logins that the list shows, in its order. The export is in the audit log. */
export async function exportPortalLogins(
  uow: UnitOfWork,
  request: InputOf<typeof contract.portalLogins.export>['body'],
): Promise<FileInParts> {
  const filter = {
    search: searchable(request.search) ?? '',
    state: request.state,
    customerId: request.customer,
    orderBy: orderOf(request.order_by),
  }
  const today = await uow.transaction(async (ctx) => {
    const { count } = await selectPortalLogins(ctx, filter, 1, 0)
    await auditExport(ctx, 'portal-logins.export', 'portal_login', count, request)
    return todayOf(ctx)
  })
  return exportPages(uow, {
    name: 'Portal logins',
    format: request.format,
    columns: COLUMNS,
    today,
    readPage: async (ctx, limit, offset) =>
      (await selectPortalLogins(ctx, filter, limit, offset)).rows.map(presentPortalLogin),
  })
}
