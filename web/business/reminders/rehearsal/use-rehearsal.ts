import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'

export type Rehearsal = NonNullable<ReplyOf<typeof contract.reminderRehearsals.read>['rehearsal']>
export type Result = NonNullable<Rehearsal['result']>
export type RehearsedRow = ReplyOf<typeof contract.reminderRehearsals.list>['results'][number]
export type Period = Rehearsal['period']

const ASK_AGAIN_MS = 1000

/** The last rehearsal of a flow, asked for again while it runs, and the call that starts another. */
export function useRehearsal(flow: string) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const queryKey = [account, 'reminder-rehearsal', flow]
  const read = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(contract.reminderRehearsals.read, { params: { account, flow } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.rehearsal?.state === 'running' ? ASK_AGAIN_MS : false),
  })
  const start = useSingleMutation({
    mutationFn: (period: Period) =>
      call(contract.reminderRehearsals.start, { params: { account, flow }, body: { period } }),
    async onSuccess(started) {
      queries.removeQueries({ queryKey: [...queryKey, 'messages'] })
      queries.setQueryData(queryKey, started)
      await queries.invalidateQueries({ queryKey, exact: true })
    },
  })
  return { read, start }
}

/** Filter of the listed messages. */
export interface Shown {
  readonly outcome: 'sent' | 'held'
  readonly customer?: string
  readonly reason?: Result['reasons'][number]['reason']
  readonly from?: string
  readonly until?: string
  /** Names what the list was narrowed to. */
  readonly label?: string
}

export const ALL_SENT: Shown = { outcome: 'sent' }
