import { z } from 'zod'
import { AUDIT_ACTOR_KINDS } from '../domain/accounts/audit-areas.ts'
import { EVENT_SUBJECTS, EVENT_TYPES } from '../domain/accounts/event-types.ts'
import { recordPage } from './audit-log.ts'
import { filters } from './filters.ts'
import { listExport } from './lists/list-export.ts'
import { route } from './route.ts'
import { accountParams, amount, id, instant, listQuery, orderBy, strict } from './shapes.ts'

const eventType = z.enum(EVENT_TYPES)

/** Something that happened, as the activity shows it. */
export const event = z.object({
  pk: id,
  at: instant,
  type: eventType,
  actor: z.object({ kind: z.enum(AUDIT_ACTOR_KINDS), name: z.string() }),
  label: z.string().describe('the record’s number or name; empty when nothing names it any more'),
  amount: amount.nullable().describe('what was charged, paid, refunded or billed'),
  currency: z.string().nullable(),
  note: z.string().describe('why, or to whom; empty when nothing more is known'),
  page: recordPage,
  customer: z.object({ pk: id, short_name: z.string() }).nullable().describe('customer of the record'),
})

const position = z
  .string()
  .regex(/^\d{1,15}$/, 'Enter the position of an earlier answer.')
  .transform(Number)
  .default(0)

const access = { kind: 'staff', right: 'invoices.read' } as const

/** Filters and order of the list. */
const eventMatch = {
  customer: id.optional().describe('everything that concerned one customer'),
  about: z.enum(EVENT_SUBJECTS).optional(),
  ...filters({ at: 'date', type: 'text' }),
  order_by: orderBy(['at'], '-at'),
}

export const events = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/events/',
    summary: 'List what happened to invoices, payments and customers, newest first',
    access,
    params: accountParams,
    query: strict({
      ...eventMatch,
      before: id.optional().describe('the last event of the page before, in the same order'),
      page_size: listQuery.page_size,
    }),
    reply: z.object({
      results: z.array(event),
      has_more: z.boolean(),
    }),
  }),
  export: listExport(
    '/api/accounts/:account/events/export/',
    'Export what happened to invoices, payments and customers',
    eventMatch,
  ),
  follow: route({
    method: 'GET',
    path: '/api/accounts/:account/events/follow/',
    summary: 'List events in the order in which they were recorded, after a position',
    access,
    params: accountParams,
    query: strict({
      after: position.describe('the position of the answer before; 0 begins with the first event'),
      page_size: listQuery.page_size,
    }),
    reply: z.object({
      results: z.array(event.extend({ position: z.number().int() })),
      position: z
        .number()
        .int()
        .describe('where to continue. An event has a position a minute or two after it happened'),
      has_more: z.boolean(),
    }),
  }),
}
