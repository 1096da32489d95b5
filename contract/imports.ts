import { z } from 'zod'
import { filters } from './filters.ts'
import { listExport } from './lists/list-export.ts'
import { route } from './route.ts'
import { accountParams, id, instant, listQuery, orderBy, paged, strict } from './shapes.ts'

const IMPORT_KINDS = ['customers', 'invoices'] as const
const kind = z.enum(IMPORT_KINDS, 'kind is customers or invoices.')
export const MAX_IMPORT_BYTES = 32 * 1024 * 1024

export const importRun = z.object({
  pk: id,
  kind,
  file_name: z.string(),
  status: z.enum(['mapping', 'previewing', 'ready', 'running', 'done', 'failed']),
  columns: z.array(z.string()),
  samples: z.array(z.array(z.string())).describe('the first rows, as they stand in the file'),
  targets: z
    .array(z.object({ name: z.string(), label: z.string(), required: z.boolean() }))
    .describe('what a column can be'),
  mapping: z.record(z.string(), z.number().int().nullable()).describe('target → column index'),
  date_order: z.enum(['MDY', 'DMY', 'YMD']),
  decimal_mark: z.enum(['auto', 'point', 'comma']),
  total_rows: z.number().int(),
  checked_rows: z.number().int(),
  written_rows: z.number().int(),
  outcomes: z.object({
    create: z.number().int(),
    update: z.number().int(),
    unchanged: z.number().int(),
    duplicate: z.number().int(),
    reject: z.number().int(),
  }),
  invoices: z
    .object({ create: z.number().int(), written: z.number().int() })
    .optional()
    .describe('only where one import of invoices is read: rows of one number are one invoice'),
  left_out_rows: z
    .number()
    .int()
    .optional()
    .describe(
      'only where one import is read: rows that can’t go in, among them repetitions with other details',
    ),
  failure: z.string().nullable(),
  created: instant,
  finished_at: instant.nullable(),
  kept_until: instant
    .nullable()
    .describe(
      'when the file and its rows are deleted; null when they are gone, but for why some were left out',
    ),
})

const oneImport = strict({ account: id, import: id })
const access = { kind: 'staff', right: 'imports.run' } as const

/** Search, filters and order of the list. */
const importMatch = {
  search: listQuery.search,
  kind: kind.optional(),
  ...filters({ status: 'text', created: 'date', total_rows: 'number' }),
  order_by: orderBy(['created', 'file_name', 'total_rows'], '-created'),
}

export const imports = {
  upload: route({
    method: 'POST',
    path: '/api/accounts/:account/imports/',
    summary: 'Upload a CSV of customers or invoices. Its columns are guessed',
    access,
    params: accountParams,
    query: strict({ kind, name: z.string().max(200).default('import.csv') }),
    body: {
      file: ['text/csv', 'application/vnd.ms-excel', 'text/plain', 'application/octet-stream'],
      maxBytes: MAX_IMPORT_BYTES,
    },
    status: 201,
    reply: importRun,
  }),
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/imports/',
    summary: 'List imports, newest first',
    access,
    params: accountParams,
    query: strict({ ...listQuery, ...importMatch }),
    reply: paged(importRun),
  }),
  export: listExport('/api/accounts/:account/imports/export/', 'Export the imports', importMatch),
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/imports/:import/',
    summary: 'Read an import’s progress',
    access,
    params: oneImport,
    reply: importRun,
  }),
  check: route({
    method: 'POST',
    path: '/api/accounts/:account/imports/:import/check/',
    summary: 'Match the columns and check every row. Nothing is written yet',
    access,
    params: oneImport,
    body: strict({
      mapping: z.record(z.string().max(60), z.number().int().min(0).max(199).nullable()),
      date_order: z.enum(['MDY', 'DMY', 'YMD']),
      decimal_mark: z.enum(['auto', 'point', 'comma']),
    }),
    status: 202,
    reply: importRun,
  }),
  rows: route({
    method: 'GET',
    path: '/api/accounts/:account/imports/:import/rows/',
    summary: 'List the rows and what happens to each',
    access,
    params: oneImport,
    query: strict({
      ...listQuery,
      outcome: z.enum(['create', 'update', 'unchanged', 'duplicate', 'reject']).optional(),
    }),
    reply: paged(
      z.object({
        row_number: z.number().int(),
        cells: z.array(z.string()),
        outcome: z.enum(['create', 'update', 'unchanged', 'duplicate', 'reject']),
        errors: z.record(z.string(), z.array(z.string())),
        summary: z.string(),
      }),
    ),
  }),
  run: route({
    method: 'POST',
    path: '/api/accounts/:account/imports/:import/run/',
    summary: 'Import the valid rows',
    access,
    params: oneImport,
    body: strict({}).optional(),
    status: 202,
    reply: importRun,
  }),
  rejectedRows: route({
    method: 'GET',
    path: '/api/accounts/:account/imports/:import/rejected-rows/',
    summary: 'Download the skipped rows as CSV with the reasons',
    access,
    params: oneImport,
    reply: 'file',
  }),
}
