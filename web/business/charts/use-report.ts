import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isCalendarDate } from '../../../domain/dates/calendar.ts'
import { isCurrency } from '../../../domain/money/money.ts'
import { useAccount } from '../../session/account-context.ts'
import type { Caller } from '../../session/calls/call.ts'
import { useCall } from '../../session/session-context.tsx'
import { type ListSearch, useListState } from '../list-search.ts'

/** Parameters of a report in the address. */
export interface ReportQuery {
  readonly currency?: string
  readonly on?: string
}

const clean = ({ currency, on }: ListSearch): ListSearch => ({
  ...(currency !== undefined && isCurrency(currency) && { currency }),
  ...(on !== undefined && isCalendarDate(on) && { on }),
})

/** The report's currency and day, from the address. */
export const useReportState = () => useListState(['currency', 'on'], { clean })

/** Milliseconds after which a report that is being prepared is read again. */
const AGAIN_MS = 3000

/** Reads a report. While it is being prepared it is read again by itself. */
export function useReport<Reply extends object>(
  name: string,
  read: (call: Caller, account: string, signal: AbortSignal) => Promise<Reply>,
  query: ReportQuery,
) {
  const account = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [account.pk, 'reports', name, query],
    queryFn: ({ signal }) => read(call, account.pk, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data && 'preparing' in state.data && state.data.preparing === true ? AGAIN_MS : false,
  })
}
