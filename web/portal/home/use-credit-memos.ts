import { contract } from '../../../contract/index.ts'
import { useCall } from '../../session/session-context.tsx'
import { useAnswer } from '../../session/use-answer.ts'

export const creditMemosKey = (customerId: string, page: number) =>
  ['credit-memos', customerId, page] as const

/** A page of the customer's credit memos, five of them. The former page is shown until the next one is there. */
export function useCreditMemos(customerId: string, page: number) {
  const call = useCall()
  return useAnswer({
    key: creditMemosKey(customerId, page),
    ask: (signal) =>
      call(contract.portal.creditMemos, { query: { page: String(page), page_size: '5' } }, { signal }),
    keepPrevious: true,
  })
}
