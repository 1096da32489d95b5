import type { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import type { FilterField } from '../../layout/filters/filter-field.ts'

export type Fee = ReplyOf<typeof contract.lateFees.list>['results'][number]

/** Filters of the fees that were charged. */
export const FEE_FILTERS: readonly FilterField[] = [
  { id: 'customer', label: 'Customer', kind: 'customer', plain: true },
  { id: 'charged_on', label: 'Charged on', chip: 'Charged', kind: 'date' },
  { id: 'amount', label: 'Fee', kind: 'amount' },
]

/** Query parameters of the lists besides page, size and filters. */
export const LATE_FEES_PARAMS = ['view'] as const

const FEE_VIEWS = ['upcoming', 'charged', 'proposed', 'waived'] as const
export type FeeView = (typeof FEE_VIEWS)[number]

/** Reads the list of an address; the upcoming fees when it names none. */
export const readView = (text: string | undefined): FeeView =>
  FEE_VIEWS.find((view) => view === text) ?? 'upcoming'
