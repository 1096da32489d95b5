import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import type { ListState } from '../list-search.ts'
import { type IssuedStatement, useRuns } from './use-sending.ts'

const LEAVING_AGAIN_MS = 3000

const isLeaving = ({ status }: IssuedStatement): boolean => status === 'queued' || status === 'sending'

/** A page of issued statements, read again while a run adds some or one is leaving. */
export function useIssued(list: ListState) {
  const account = useAccount()
  const call = useCall()
  const { page, page_size, customer } = list.query
  const query = {
    page_size,
    ...(page !== undefined && { page }),
    ...(customer !== undefined && { customer }),
  }
  const last = useRuns().data?.runs[0]
  // A run that goes on adds statements.
  const progress = last && `${last.pk} ${last.state} ${last.sent}`
  return useQuery({
    queryKey: [account.pk, 'statements', 'issued', query, progress],
    queryFn: ({ signal }) =>
      call(contract.statementSending.list, { params: { account: account.pk }, query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isLeaving) ? LEAVING_AGAIN_MS : false),
  })
}
