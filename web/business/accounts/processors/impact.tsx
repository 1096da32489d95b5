import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'

type Counts = ReplyOf<typeof contract.paymentConnections.impact>

/** Says what waits while a processor is not connected, with numbers. */
export function Impact({ provider }: { provider: string }) {
  const { pk } = useAccount()
  const call = useCall()
  const { data } = useQuery({
    queryKey: ['connection-impact', pk, provider],
    queryFn: ({ signal }) =>
      call(contract.paymentConnections.impact, { params: { account: pk, provider } }, { signal }),
    staleTime: 0,
  })
  if (!data) return 'Payments that are under way and automatic payments wait.'
  return sentencesOf(data).join(' ')
}

const some = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

function sentencesOf({
  payments_under_way: open,
  stored_methods: stored,
  automatic_payments: automatic,
}: Counts): string[] {
  if (open + stored + automatic === 0)
    return ['No payment is under way, and no payment method is stored there.']
  return [
    open > 0
      ? `${some(open, 'payment or refund is', 'payments and refunds are')} under way; you learn the outcome once you connect again.`
      : 'No payment is under way.',
    ...(stored > 0
      ? [`${some(stored, 'stored payment method', 'stored payment methods')} can’t be charged meanwhile.`]
      : []),
    ...(automatic > 0 ? [`Automatic payments of ${some(automatic, 'customer', 'customers')} wait.`] : []),
  ]
}
