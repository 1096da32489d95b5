import { z } from 'zod'
import { filters } from '../filters.ts'
import { listExport } from '../lists/list-export.ts'
import { route } from '../route.ts'
import { accountParams, id, instant, listQuery, orderBy, paged, requiredText, strict } from '../shapes.ts'

const fact = z.object({ label: z.string(), value: z.string() })
const conflict = z.object({
  pk: id,
  version: z.string().describe('changes with everything that the conflict says'),
  kind: z.string(),
  title: z.string(),
  subject: z.object({ type: z.string(), pk: id.nullable() }),
  books: z.string().describe('the other side: the company in its platform'),
  ours: z.array(fact),
  theirs: z.array(fact),
  choices: z.array(z.object({ choice: z.string(), label: z.string(), effect: z.string() })),
  opened: instant,
  closed: instant.nullable(),
  chosen: z.string().nullable(),
  decision: z.string().nullable().describe('label of the choice that was made'),
})

/** Filters and order of the list. */
const conflictMatch = {
  state: z.enum(['open', 'closed']).default('open'),
  subject: id.optional().describe('of one payment, invoice, credit memo or customer'),
  ...filters({ opened: 'date', closed: 'date', record: 'text' }),
  order_by: orderBy(['opened', 'closed'], '-opened'),
}

/** Differences between Quittance and the accounting platform, which people decide. */
export const conflictRoutes = {
  listConflicts: route({
    method: 'GET',
    path: '/api/accounts/:account/accounting-conflicts/',
    summary: 'List the differences between Quittance and the accounting platform',
    access: { kind: 'staff', right: 'accounting.read' },
    params: accountParams,
    query: strict({
      ...listQuery,
      ...conflictMatch,
    }),
    reply: paged(conflict),
  }),
  exportConflicts: listExport(
    '/api/accounts/:account/accounting-conflicts/export/',
    'Export the differences between Quittance and the accounting platform',
    conflictMatch,
  ),
  resolveConflict: route({
    method: 'POST',
    path: '/api/accounts/:account/accounting-conflicts/:conflict/resolve/',
    summary: 'Decide a difference by one of its choices',
    access: { kind: 'staff', right: 'accounting.sync' },
    params: accountParams.extend({ conflict: id }),
    body: strict({
      choice: requiredText(40),
      version: requiredText(40)
        .optional()
        .describe('of the conflict as it was read; one that has changed since is refused with conflict'),
    }),
    reply: conflict,
  }),
}
