import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { EventSubject } from '../../../domain/accounts/event-types.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { LIVE } from '../query-client.ts'

/** Loads an account's events page by page, newest first; of one customer or one subject when given. */
export function useEvents(
  by: { readonly customer?: string; readonly about?: EventSubject | undefined },
  pageSize: number,
) {
  const { pk } = useAccount()
  const call = useCall()
  return useInfiniteQuery({
    queryKey: [pk, 'events', by, pageSize],
    queryFn: ({ signal, pageParam }) =>
      call(
        contract.events.list,
        {
          params: { account: pk },
          query: {
            page_size: String(pageSize),
            ...(by.customer && { customer: by.customer }),
            ...(by.about && { about: by.about }),
            ...(pageParam && { before: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => (last.has_more ? last.results.at(-1)?.pk : undefined),
    placeholderData: keepPreviousData,
    ...LIVE,
  })
}
