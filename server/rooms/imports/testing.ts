import type { Tenant } from '../../../testing/test-app.ts'
import { type CheckOptions, checkImport } from './actions/check-import.ts'
import { checkRows } from './actions/check-rows.ts'
import { exportRejectedRows } from './actions/export-rejected-rows.ts'
import { listRows } from './actions/list-rows.ts'
import { readImport } from './actions/read-import.ts'
import { runImport } from './actions/run-import.ts'
import { uploadImport } from './actions/upload-import.ts'
import { writeRows } from './actions/write-rows.ts'
import type { ImportReply, RowReply } from './rules/present-import.ts'
import type { ImportKind } from './rules/row-outcomes.ts'
import { findRun } from './store/runs.ts'

export { measureTables } from './actions/measure-tables.ts'

/** Uploads a file as the tenant's owner. */
export const anUpload = (
  tenant: Tenant,
  kind: ImportKind,
  content: string | Buffer,
  name = 'list.csv',
): Promise<ImportReply> =>
  uploadImport(tenant.uow(), { kind, name, mediaType: 'text/csv', bytes: Buffer.from(content) })

/** Runs the check of an upload to its end, with the guessed mapping and formats or `options`. */
export async function checked(
  tenant: Tenant,
  upload: ImportReply,
  options: Partial<CheckOptions> = {},
): Promise<ImportReply> {
  const { mapping, date_order, decimal_mark } = upload
  await tenant.run((ctx) =>
    checkImport(ctx, upload.pk, {
      date_order,
      decimal_mark,
      ...options,
      mapping: { ...mapping, ...options.mapping },
    }),
  )
  const run = await tenant.run((ctx) => findRun(ctx, upload.pk))
  await checkRows(tenant.uow(), { import: upload.pk, generation: run!.generation })
  return tenant.run((ctx) => readImport(ctx, upload.pk))
}

/** Runs the import of checked rows to its end. */
export async function written(tenant: Tenant, upload: ImportReply): Promise<ImportReply> {
  await tenant.run((ctx) => runImport(ctx, upload.pk))
  await writeRows(tenant.uow(), upload.pk)
  return tenant.run((ctx) => readImport(ctx, upload.pk))
}

/** Uploads, checks and imports a file with the guessed mapping and formats. */
export async function imported(
  tenant: Tenant,
  kind: ImportKind,
  content: string | Buffer,
): Promise<ImportReply> {
  return written(tenant, await checked(tenant, await anUpload(tenant, kind, content)))
}

/** Lists the first hundred rows with their outcomes. */
export async function rowsOf(tenant: Tenant, upload: ImportReply): Promise<RowReply[]> {
  const page = await tenant.run((ctx) =>
    listRows(ctx, upload.pk, { page: 1, page_size: 100, search: '', outcome: undefined }),
  )
  return page.results
}

export async function rejectedCsv(tenant: Tenant, upload: ImportReply): Promise<string> {
  const file = await tenant.run((ctx) => exportRejectedRows(ctx, upload.pk))
  return Buffer.from(file.bytes).toString('utf8')
}
