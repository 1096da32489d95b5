import { z } from 'zod'
import { COLUMNS_TEXT } from '../../domain/accounts/columns-text.ts'
import { route } from '../route.ts'
import { accountParams, id, requiredLine, strict, text } from '../shapes.ts'

/** Lists whose columns, and where they have any the filters, can be saved. */
export const SAVED_LISTS = [
  'invoices',
  'customers',
  'payments',
  'credit_memos',
  'payment_plans',
  'late_fees',
  'reminders',
  'held_reminders',
  'tasks',
  'payouts',
  'statements',
  'imports',
  'access_requests',
  'portal_logins',
  'audit_log',
  'activity',
] as const
export type SavedList = (typeof SAVED_LISTS)[number]

const PARAMETER =
  /^(search|view|state|kind|assignee|aging|about|customer|order_by|columns|(filter|exclude)_[a-z_]{1,60})$/
const MAX_PARAMETERS = 20
const MAX_VALUE = 200
const MAX_COLUMNS_TEXT = 600

const columns = z
  .string()
  .max(MAX_COLUMNS_TEXT)
  .regex(COLUMNS_TEXT, 'Not columns of a list.')
  .describe('ids in order, each with its width in rem where it was changed: number,customer:14,remaining')

const query = z
  .record(z.string().regex(PARAMETER, 'Not a filter of a list.'), z.string().max(MAX_COLUMNS_TEXT))
  .refine(
    ({ columns: chosen, ...rest }) =>
      (chosen === undefined || columns.safeParse(chosen).success) &&
      Object.values(rest).every((value) => value.length <= MAX_VALUE),
    'Not a filter of a list.',
  )
  .refine((value) => Object.keys(value).length <= MAX_PARAMETERS, `At most ${MAX_PARAMETERS} filters.`)
  .describe('search, filters, order and columns of the list’s address')

const view = z.object({
  pk: id,
  list: z.enum(SAVED_LISTS),
  name: z.string(),
  query,
  shared: z.boolean().describe('everybody in the company sees it'),
  mine: z.boolean(),
  can_change: z.boolean(),
})
export type SavedViewReply = z.output<typeof view>

const access = { kind: 'staff', right: 'invoices.read', keys: 'never' } as const
const name = requiredLine(40)
const oneView = strict({ account: id, view: id })

/** Lists with their filters and order under a name, for oneself or for everybody in the company. */
export const savedViews = {
  list: route({
    method: 'GET',
    path: '/api/accounts/:account/saved-views/',
    summary: 'List one’s own views of a list and those shared in the company',
    access,
    params: accountParams,
    query: strict({ list: z.enum(SAVED_LISTS) }),
    reply: z.object({
      results: z.array(view),
      columns: columns.nullable().describe('the caller’s own of this list; null for the product’s'),
    }),
  }),
  chooseColumns: route({
    method: 'PUT',
    path: '/api/accounts/:account/saved-views/columns/',
    summary: 'Choose one’s own columns of a list, their order and widths',
    access,
    params: accountParams,
    body: strict({
      list: z.enum(SAVED_LISTS),
      columns: columns.nullable().describe('null for the product’s'),
    }),
    reply: 'nothing',
  }),
  create: route({
    method: 'POST',
    path: '/api/accounts/:account/saved-views/',
    summary: 'Save a list’s filters and order under a name',
    access,
    params: accountParams,
    body: strict({ list: z.enum(SAVED_LISTS), name, query, shared: z.boolean().default(false) }),
    status: 201,
    reply: view,
  }),
  update: route({
    method: 'PATCH',
    path: '/api/accounts/:account/saved-views/:view/',
    summary: 'Rename a view, share it, or change its filters',
    access,
    params: oneView,
    body: strict({
      name: name.optional(),
      query: query.optional(),
      shared: z.boolean().optional(),
      if_unchanged: strict({
        name: text(40),
        query: z.record(text(60), text(MAX_COLUMNS_TEXT)),
        shared: z.boolean(),
      })
        .partial()
        .optional()
        .describe('fields as they were read; one that somebody else changed since is refused'),
    }),
    reply: view,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/accounts/:account/saved-views/:view/',
    summary: 'Delete a view',
    access,
    params: oneView,
    reply: 'nothing',
  }),
}
