import { contract } from '../../contract/index.ts'
import type { Caller } from '../session/calls/call.ts'
import type { ComboboxOption } from '../ui/combobox/combobox-options.ts'

export interface CustomerOption extends ComboboxOption {
  readonly email: string
  readonly currency: string
  readonly terms: string | null
}

const SHORTEST_SEARCH = 3

/** Finds active customers for a combobox: the first page at once, a search from three characters. */
export const loadCustomers =
  (call: Caller, account: string, search: { activeOnly: boolean }) =>
  async (typed: string, signal: AbortSignal): Promise<CustomerOption[]> => {
    const found = await call(
      contract.customers.list,
      {
        params: { account },
        query: {
          page_size: '20',
          ...(typed.length >= SHORTEST_SEARCH && { search: typed }),
          ...(search.activeOnly && { filter_is_active: 'true' }),
        },
      },
      { signal },
    )
    const options = found.results.map((row) => ({
      id: row.pk,
      label: row.short_name,
      email: row.email,
      currency: row.currency,
      terms: row.terms,
    }))
    // One or two characters are too few for the server's search, so they filter the loaded options.
    if (typed.length >= SHORTEST_SEARCH) return options
    return options.filter((option) => option.label.toLowerCase().includes(typed.toLowerCase()))
  }
