import { readFilters } from '../../../../contract/filters.ts'
import type { Ctx } from '../../../platform/context.ts'
import { orderOf } from '../../../platform/http/paging.ts'
import { readAccountRow } from '../store/accounts.ts'

/** Reads the filters and the order of a list, whose days are those of the account. */
export const readListMatch = async (ctx: Ctx, query: { readonly order_by: string }) => ({
  filters: readFilters({ ...query }),
  timezone: (await readAccountRow(ctx)).timezone,
  ...orderOf(query.order_by),
})
