import { z } from 'zod'
import { EXPORT_FORMATS } from '../../domain/files/export-formats.ts'
import { route } from '../route.ts'
import { accountParams, id, strict } from '../shapes.ts'

/** Ids of a list's rows, chosen one by one. Without them the export has every matching row. */
export const chosenRows = z
  .array(id)
  .min(1, 'Choose at least one.')
  .max(500, 'Choose at most 500.')
  .optional()

/**
 * Declares the export of a list as CSV or Excel workbook. `match`: the list's search, filters and order; the export has every
 * matching row, in the list's order.
 */
export const listExport = <
  const Path extends `/api/accounts/:account/${string}/export/`,
  M extends z.ZodRawShape,
>(
  path: Path,
  summary: string,
  match: M,
) =>
  route({
    method: 'POST',
    path,
    summary: `${summary} as CSV or XLSX, with the list’s filters and order`,
    access: { kind: 'staff', right: 'export.read' },
    mayReadReplica: true,
    params: accountParams,
    body: strict({ ...match, format: z.enum(EXPORT_FORMATS).default('csv') }),
    reply: 'file',
    rateLimit: { limit: 20, windowSeconds: 60 },
  })
