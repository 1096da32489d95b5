import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { audit } from '../../../platform/audit.ts'
import { isoInstant } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import {
  deleteArchives,
  findExport,
  findExportOfRequest,
  findRunning,
  insertExport,
  selectExports,
} from '../store/exports.ts'
import type { DataExportRow } from '../tables.ts'

type Route = typeof contract.accountData.startExport

const LAST = 10

/** Starts an export of everything, and deletes the archive before. A used request_id returns its export. Refuses wrong_state while one runs. */
export async function startExport(ctx: Ctx, { body }: InputOf<Route>): Promise<HandlerReplyOf<Route>> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const before = await findExportOfRequest(ctx, body.request_id)
  if (before) return presentExport(before)
  if (await findRunning(ctx)) throw refuse('wrong_state', 'An export is being written already.')
  const { with_pdfs: withPdfs, request_id: requestId } = body
  const id = await insertExport(ctx, { withPdfs, requestId, userId: ctx.actor.userId })
  if (id === null) return presentExport((await findExportOfRequest(ctx, requestId))!)
  await deleteArchives(ctx, 'all')
  await ctx.app.jobs.enqueue(ctx, 'account-data.write-export', { export: id })
  await audit(ctx, 'accounts.start-export', { type: 'data_export', id })
  return presentExport((await findExport(ctx, id))!)
}

/** Lists the last exports, the latest first. */
export async function listExports(ctx: Ctx): Promise<{ exports: HandlerReplyOf<Route>[] }> {
  return { exports: (await selectExports(ctx, LAST)).map(presentExport) }
}

const presentExport = (row: DataExportRow): HandlerReplyOf<Route> => ({
  pk: row.id,
  state: row.state,
  with_pdfs: row.with_pdfs,
  done: row.done,
  total: row.total,
  bytes: Number(row.size_bytes),
  failure: row.failure,
  started_at: isoInstant(row.created_at.getTime()),
  finished_at: row.finished_at && isoInstant(row.finished_at.getTime()),
  kept_until: row.kept_until && isoInstant(row.kept_until.getTime()),
})
