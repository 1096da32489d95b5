import { contract } from '../../../contract/index.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { useCall } from '../../session/session-context.tsx'

export const creditMemosKey = (customerId: string, page: number) =>
  ['credit-memos', customerId, page] as const

/** Reads a page of five of the customer's credit memos. The former page stays until the next one arrives. */
export function useCreditMemos(customerId: string, page: number) {
  const call = useCall()
  return useQuery({
    key: creditMemosKey(customerId, page),
    ask: (signal) =>
      call(contract.portal.creditMemos, { query: { page: String(page), page_size: '5' } }, { signal }),
    keepPrevious: true,
  })
}
