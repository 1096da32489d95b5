import type { CustomerSelection } from '../../../../contract/customer-groups.ts'
import { readFilters } from '../../../../contract/filters.ts'
import { dateInZone } from '../../../../domain/dates/calendar.ts'
import { searchable } from '../../../../domain/parsing/search-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { selectCustomerIds } from '../store/list-customers.ts'

/** Customers that are changed within seconds, at most. */
const MAX_SELECTED = 10_000

/** Returns the ids of the named customers, each once, or of all that match. Refuses wrong_state when too many match. */
export async function findSelectedCustomers(
  ctx: Ctx,
  { customers, matching = { search: '' } }: CustomerSelection,
): Promise<string[]> {
  if (customers) return [...new Set(customers.map((id) => id.toLowerCase()))]
  const { currency, timezone } = await readAccountRow(ctx)
  const ids = await selectCustomerIds(
    ctx,
    {
      currency,
      timezone,
      today: dateInZone(ctx.now, timezone),
      search: searchable(matching.search) ?? '',
      filters: readFilters(matching),
    },
    MAX_SELECTED + 1,
  )
  if (ids.length > MAX_SELECTED)
    throw refuse('wrong_state', 'You can choose at most 10,000 customers at once. Narrow the list first.')
  return ids
}
