import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { StatementReply } from '../../../contract/statements/statements.ts'
import { addMonthsClamped, endOfMonth, startOfMonth } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { type ListState, useListState } from '../list-search.ts'

export type Statement = StatementReply
export type Kind = Statement['kind']

/** Parameters of the shown statement. The address holds them, so that it can be shared. */
export interface StatementChoice {
  readonly from: string
  readonly to: string
  readonly kind: Kind
  readonly currency?: string
}

/** Returns the chosen statement, by default the open items of the last month, and the state that changes it. */
export function useStatementChoice(): { choice: StatementChoice; list: ListState } {
  const { today } = useAccount()
  const list = useListState(['from', 'to', 'kind', 'currency'])
  const { from, to, kind, currency } = list.search
  const lastMonth = addMonthsClamped(startOfMonth(today), -1)
  const choice = {
    from: from ?? lastMonth,
    to: to ?? endOfMonth(lastMonth),
    kind: kind === 'balance_forward' ? kind : 'open_item',
    ...(currency !== undefined && { currency }),
  } as const
  return { choice, list }
}

/** Reads a customer's statement. The former one stays until the next one arrives. */
export function useStatement(customer: string, choice: StatementChoice) {
  const { pk: account } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [account, 'statement', customer, choice],
    queryFn: ({ signal }) =>
      call(contract.statements.read, { params: { account, customer }, query: { ...choice } }, { signal }),
    placeholderData: keepPreviousData,
  })
}
