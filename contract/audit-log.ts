import { z } from 'zod'
import { AUDIT_ACTOR_KINDS, AUDIT_AREAS, type AuditArea } from '../domain/accounts/audit-areas.ts'
import { EXPORT_FORMATS } from '../domain/files/export-formats.ts'
import { route } from './route.ts'
import { accountParams, date, id, instant, listQuery, paged, strict } from './shapes.ts'

const areas = Object.keys(AUDIT_AREAS) as [AuditArea, ...AuditArea[]]

/** Filters of the log, combined with AND. */
const narrowing = {
  person: id.optional().describe('a current or former member of staff'),
  actor_kind: z.enum(AUDIT_ACTOR_KINDS).optional(),
  area: z.enum(areas).optional(),
  object: id.optional().describe('everything that concerned one record'),
  from: date.optional().describe('from this day on, in the account’s time zone'),
  to: date.optional().describe('to this day, inclusive'),
}

/** The page of the business app that shows a record. */
export const recordPage = z
  .object({
    kind: z.enum([
      'customer',
      'invoice',
      'payment',
      'credit-memo',
      'customers-import',
      'invoices-import',
      'payment-cases',
      'payment-plan',
    ]),
    pk: id,
  })
  .nullable()
  .describe('which page shows the record; null when it is gone or has none')

const entry = z.object({
  pk: id,
  at: instant,
  actor: z.object({
    kind: z.enum(AUDIT_ACTOR_KINDS),
    pk: id.nullable(),
    name: z.string(),
    label: z.string().describe('how they were known then: an email address, or the job of a schedule'),
  }),
  action: z.string(),
  before: z.string().describe('what was done in words, up to the name of the record'),
  named: z.string().describe('the record as the words name it; empty where they don’t'),
  after: z.string(),
  object: z.object({ type: z.string(), pk: id.nullable() }),
  page: recordPage,
  ip: z.string().nullable(),
  request_id: z.string(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  seal: z
    .object({ number: z.number().int(), hash: z.string(), made: instant })
    .nullable()
    .describe('its link of the chain; null for up to a minute'),
})

const access = { kind: 'staff', right: 'audit.read' } as const

export const auditLog = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/audit-log/',
    summary: 'List who did what and when, newest first',
    access,
    mayReadReplica: true,
    params: accountParams,
    query: strict({ page: listQuery.page, page_size: listQuery.page_size, ...narrowing }),
    reply: paged(entry).extend({
      last_seal: z
        .object({ number: z.number().int(), hash: z.string(), made: instant })
        .nullable()
        .describe('the end of the chain. Kept elsewhere, it proves later that nothing up to it was changed'),
    }),
  }),
  people: route({
    method: 'GET',
    path: '/api/accounts/:account/audit-log/people/',
    summary: 'List current and former staff in the audit log',
    access,
    params: accountParams,
    reply: z.object({ results: z.array(z.object({ pk: id, name: z.string(), email: z.string() })) }),
  }),
  export: route({
    method: 'POST',
    path: '/api/accounts/:account/audit-log/export/',
    summary: 'Export the audit log as CSV or XLSX, with the same filters. The export is logged too',
    access,
    mayReadReplica: true,
    params: accountParams,
    body: strict({ ...narrowing, format: z.enum(EXPORT_FORMATS).default('csv') }),
    reply: 'file',
    rateLimit: { limit: 20, windowSeconds: 60 },
  }),
}
