import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'

/** A page of requests for a portal login. */
export function useRequests(query: Record<string, string>) {
  const { pk: account } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [account, 'access-requests', query],
    queryFn: ({ signal }) => call(contract.accessRequests.list, { params: { account }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Reads the requests again, and what a decision changes: logins and tasks. */
export function useForgetRequests(): () => Promise<void> {
  const { pk: account } = useAccount()
  const queries = useQueryClient()
  return async () => {
    await Promise.all(
      ['access-requests', 'portal-logins', 'worklist'].map((name) =>
        queries.invalidateQueries({ queryKey: [account, name] }),
      ),
    )
  }
}
