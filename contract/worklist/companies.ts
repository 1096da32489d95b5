import { z } from 'zod'
import { EXPORT_FORMATS } from '../../domain/files/export-formats.ts'
import { route } from '../route.ts'
import { amount, currency, id, listQuery, orderBy, paged, strict } from '../shapes.ts'

const owed = z
  .array(z.object({ currency: z.string(), owed: amount, overdue: amount }))
  .describe('by currency; empty when nothing is owed')

const company = z.object({
  account: id,
  name: z.string(),
  logo: z.string().nullable(),
  role: z.enum(['owner', 'admin', 'advisor', 'viewer']),
  state: z
    .enum(['open', 'inactive', 'closed', 'blocked', 'second_factor'])
    .describe(
      'inactive: no active plan, which changes no figure. There are no figures of a company that is closed, is blocked, or asks the caller for two-step login',
    ),
  owed,
  overdue_invoices: z.number().int(),
  tasks_due: z.number().int().describe('tasks of the company that are due'),
})

/** Conditions and order of the list. */
const match = {
  search: listQuery.search,
  currency: currency
    .optional()
    .describe('whose amounts order the list; without it that of most companies. Amounts are never converted'),
  order_by: orderBy(['company_name', 'created', 'owed', 'overdue', 'attention'], 'company_name'),
}

/** All companies in which somebody works, such as the clients of an accountant. */
export const companies = {
  list: route({
    method: 'GET',
    path: '/api/companies/',
    summary: 'List the companies in which the caller works, with what they are owed and what needs attention',
    access: { kind: 'user' },
    query: strict({ ...listQuery, ...match }),
    reply: paged(company).extend({
      currency: z.string().nullable().describe('whose amounts order the list; null when nothing is owed'),
      currencies: z.array(z.string()).describe('in which anything is owed, those of most companies first'),
      totals: z.object({
        owed,
        attention: z.number().int().describe('companies with overdue invoices or tasks that are due'),
        left_out: z.number().int().describe('companies whose figures are not shown'),
      }),
    }),
  }),
  export: route({
    method: 'POST',
    path: '/api/companies/export/',
    summary: 'Export the companies in which the caller works as CSV or XLSX, a row for each currency',
    access: { kind: 'user' },
    body: strict({ ...match, format: z.enum(EXPORT_FORMATS).default('csv') }),
    reply: 'file',
    rateLimit: { limit: 20, windowSeconds: 60 },
  }),
}
