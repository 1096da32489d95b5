import type { contract } from '../../../../contract/index.ts'
import type { FileInParts, InputOf } from '../../../../contract/route.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { auditExport } from '../../../platform/exports/audit-export.ts'
import type { ExportColumn } from '../../../platform/exports/columns.ts'
import { exportRows } from '../../../platform/exports/export-list.ts'
import { todayOf } from '../../accounts/index.ts'
import { showTeam, type Team } from './show-team.ts'

const COLUMNS: readonly ExportColumn<Team['members'][number]>[] = [
  { name: 'Name', kind: 'text', value: (one) => one.name },
  { name: 'Email', kind: 'text', value: (one) => one.email },
  { name: 'Role', kind: 'text', value: (one) => one.role },
  { name: 'Member since (UTC)', kind: 'text', value: (one) => one.since },
  { name: 'Two-step login', kind: 'text', value: (one) => (one.second_factor ? 'yes' : 'no') },
]

/** Exports the members of the team in the order of joining. The export is in the audit log. */
export async function exportTeam(
  uow: UnitOfWork,
  { format }: InputOf<typeof contract.team.export>['body'],
): Promise<FileInParts> {
  const { members, today } = await uow.transaction(async (ctx) => {
    const { members } = await showTeam(ctx)
    await auditExport(ctx, 'team.export', 'team', members.length, { format })
    return { members, today: await todayOf(ctx) }
  })
  return exportRows({ name: 'Team', format, columns: COLUMNS, today }, members)
}
