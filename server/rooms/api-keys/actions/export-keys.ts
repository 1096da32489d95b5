import type { ApiKeyReply, apiKeys } from '../../../../contract/developers/api-keys.ts'
import type { FileInParts, InputOf } from '../../../../contract/route.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { auditExport } from '../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../platform/exports/columns.ts'
import { exportRows } from '../../../platform/exports/export-list.ts'
import { todayOf } from '../../accounts/index.ts'
import { listKeys } from './list-keys.ts'

const COLUMNS: readonly ExportColumn<ApiKeyReply>[] = [
  { name: 'Name', kind: 'text', value: (one) => one.name },
  { name: 'Key', kind: 'text', value: (one) => `${one.prefix}…${one.ending}` },
  { name: 'Scopes', kind: 'text', value: (one) => one.scopes.join(', ') },
  { name: 'Status', kind: 'text', value: (one) => one.state },
  { name: 'Created at (UTC)', kind: 'text', value: (one) => one.created_at },
  { name: 'Created by', kind: 'text', value: (one) => one.created_by },
  { name: 'Expires at (UTC)', kind: 'text', value: (one) => one.expires_at },
  { name: 'Last used at (UTC)', kind: 'text', value: (one) => one.last_used_at },
]

/** Exports the list of API keys, the newest first, of each key only how it begins and ends. The export is in the audit log. */
export async function exportKeys(
  uow: UnitOfWork,
  { format }: InputOf<typeof apiKeys.export>['body'],
): Promise<FileInParts> {
  const { results, today } = await uow.transaction(async (ctx) => {
    const { results } = await listKeys(ctx)
    await auditExport(ctx, 'api-keys.export', 'api_key', results.length, { format })
    return { results, today: await todayOf(ctx) }
  })
  return exportRows({ name: 'API keys', format, columns: COLUMNS, today }, results)
}
