import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { LIVE } from '../query-client.ts'

/** Loads an account's events page by page. `by` holds their filters and order: `{ customer }` for those of one customer. */
export function useEvents(by: Readonly<Record<string, string>>, pageSize: number) {
  const { pk } = useAccount()
  const call = useCall()
  return useInfiniteQuery({
    queryKey: [pk, 'events', by, pageSize],
    queryFn: ({ signal, pageParam }) =>
      call(
        contract.events.list,
        {
          params: { account: pk },
          query: { ...by, page_size: String(pageSize), ...(pageParam && { before: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => (last.has_more ? last.results.at(-1)?.pk : undefined),
    placeholderData: keepPreviousData,
    ...LIVE,
  })
}
