import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'

export type Team = ReplyOf<typeof contract.team.read>
export type Member = Team['members'][number]
export type Invitation = Team['invitations'][number]

/** Reads the account's members and invitations; `show` replaces changed data in the cache. */
export function useTeam() {
  const call = useCall()
  const queries = useQueryClient()
  const { pk } = useAccount()
  const queryKey = ['team', pk]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(contract.team.read, { params: { account: pk } }, { signal }),
  })
  return { ...query, show: (team: Team) => queries.setQueryData(queryKey, team) }
}
