import { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { CONTACT_FIELD_NAMES } from '../../../../domain/people/contact-fields.ts'
import type { Ctx } from '../../../platform/context.ts'
import { offsetOf, pagedReply, refuseTooDeep } from '../../../platform/http/paging.ts'
import { readCustomer } from '../../customers/index.ts'
import { conflictsOf, contactTexts } from '../rules.ts'
import { selectOpenChanges } from '../store/changes.ts'
import type { ContactChangeRow } from '../tables.ts'

type Route = typeof contract.contactChanges.list

/** Lists the open proposals, the oldest first, each with both values of every changed field. */
export async function listChanges(ctx: Ctx, { query }: InputOf<Route>): Promise<HandlerReplyOf<Route>> {
  const { count, changes } = await selectOpenChanges(ctx, {
    customerId: query.customer,
    limit: query.page_size,
    offset: offsetOf(query),
  })
  refuseTooDeep(query, null, count)
  const results = await Promise.all(changes.map((change) => showChange(ctx, change)))
  const path = contract.contactChanges.list.path.replace(':account', ctx.accountId)
  return pagedReply(path, query, count, results)
}

async function showChange(ctx: Ctx, change: ContactChangeRow) {
  const customer = await readCustomer(ctx, change.customer_id)
  const current = contactTexts(customer)
  const conflicts = conflictsOf(change, current)
  return {
    pk: change.id,
    customer: { pk: customer.id, short_name: customer.shortName },
    proposed_by: change.proposed_by_email,
    proposed_at: change.proposed_at.toISOString(),
    fields: CONTACT_FIELD_NAMES.flatMap((name) => {
      const proposed = change.proposed[name]
      if (proposed === undefined) return []
      const before = conflicts.includes(name) ? (change.before[name] ?? '') : null
      return [{ name, current: current[name], proposed, before }]
    }),
  }
}
