import { queryOptions } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import type { Caller } from '../../session/calls/call.ts'

export type Dashboard = ReplyOf<typeof contract.reports.dashboard>
export type CurrencyFigures = Dashboard['currencies'][number]

/** Reads the dashboard's figures for one account. */
export const dashboardQuery = (call: Caller, account: string) =>
  queryOptions({
    queryKey: [account, 'dashboard'],
    queryFn: ({ signal }) => call(contract.reports.dashboard, { params: { account } }, { signal }),
  })
