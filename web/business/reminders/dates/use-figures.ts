import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'

export type Figures = ReplyOf<typeof contract.reminderFlows.readFigures>

/** Figures of a flow's steps, and the account's days off; undefined until they are loaded. */
export function useFigures(flow: string): Figures | undefined {
  const { pk: account } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [account, 'reminders', 'figures', flow],
    queryFn: ({ signal }) =>
      call(contract.reminderFlows.readFigures, { params: { account, flow } }, { signal }),
  }).data
}
