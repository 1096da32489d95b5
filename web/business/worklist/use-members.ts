import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'

export type Member = ReplyOf<typeof contract.worklist.listMembers>['results'][number]

/** Members of the account to whom tasks can be assigned, by name. */
export function useMembers() {
  const { pk } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [pk, 'task-members'],
    queryFn: ({ signal }) => call(contract.worklist.listMembers, { params: { account: pk } }, { signal }),
  })
}
