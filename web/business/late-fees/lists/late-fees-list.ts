import type { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'

export type Fee = ReplyOf<typeof contract.lateFees.list>['results'][number]

/** Query parameters of the lists besides page and size. */
export const LATE_FEES_PARAMS = ['view'] as const

export const FEE_VIEWS = ['upcoming', 'charged', 'proposed', 'waived'] as const
export type FeeView = (typeof FEE_VIEWS)[number]

/** Reads the list of an address; the upcoming fees when it names none. */
export const readView = (text: string | undefined): FeeView =>
  FEE_VIEWS.find((view) => view === text) ?? 'upcoming'
