import type { FileInParts } from '../../../../contract/route.ts'
import { dateInZone } from '../../../../domain/dates/calendar.ts'
import { audit } from '../../../platform/audit.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { findExport, readPart } from '../store/exports.ts'

/** Streams an archive. Refuses not_found, and wrong_state while it is written and once it is deleted. */
export async function downloadExport(uow: UnitOfWork, id: string): Promise<FileInParts> {
  const name = await uow.transaction(async (ctx) => {
    const row = await findExport(ctx, id)
    if (row === null) throw refuse('not_found')
    if (row.state !== 'done' || row.kept_until === null || row.kept_until.getTime() <= ctx.now)
      throw refuse('wrong_state', 'This archive is not there any more. Start a new export.')
    await audit(ctx, 'accounts.download-export', { type: 'data_export', id })
    const { company, timezone } = await readAccountRow(ctx)
    const day = dateInZone(row.created_at.getTime(), timezone)
    return `${company.name.replace(/[^\p{L}\p{N} .-]/gu, ' ').trim() || 'Export'} ${day}.zip`
  })
  async function* parts() {
    for (let position = 0; ; position += 1) {
      const part = await uow.transaction((ctx) => readPart(ctx, id, position))
      if (part === null) return
      yield part
    }
  }
  return { mediaType: 'application/zip', name, parts: parts() }
}
