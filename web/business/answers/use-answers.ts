import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { InvoiceAnswers } from '../../../contract/worklist/answers.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'

export type PaymentPromise = InvoiceAnswers['promises'][number]
export type Dispute = InvoiceAnswers['disputes'][number]

const keyOf = (account: string, invoice: string) => [account, 'answers', invoice] as const

/** Reads the promises and disputes of an invoice. */
export function useAnswers(invoice: string) {
  const { pk: account } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: keyOf(account, invoice),
    queryFn: ({ signal }) => call(contract.answers.list, { params: { account, invoice } }, { signal }),
  })
}

/** Shows answers that a call returned, and reads again what they change. */
export function useAnswersChanged(invoice: string) {
  const { pk: account } = useAccount()
  const queries = useQueryClient()
  return async (answers: InvoiceAnswers): Promise<void> => {
    queries.setQueryData(keyOf(account, invoice), answers)
    const changed = ['tasks', 'task-count', 'invoice-plan', 'reminders']
    await queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === account && changed.includes(String(queryKey[1])),
    })
  }
}
