import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'

export type SyncStatus = ReplyOf<typeof contract.accounting.syncStatus>

const WHILE_WORKING_MS = 1_500
const OTHERWISE_MS = 60_000

export const syncKey = (account: string): readonly string[] => [account, 'sync-status']

/** Follows the account's sync. After one has ended, everything else on the page is read again. */
export function useSyncStatus() {
  const { pk, account_type: type } = useAccount()
  const may = useCan('accounting.read')
  const call = useCall()
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: syncKey(pk),
    queryFn: ({ signal }) => call(contract.accounting.syncStatus, { params: { account: pk } }, { signal }),
    enabled: may && type === 'provider',
    refetchInterval: ({ state }) =>
      state.data && state.data.sync_status !== 'none' ? WHILE_WORKING_MS : OTHERWISE_MS,
  })
  const status = query.data?.sync_status
  // A sync that began and ended between two looks is known by its time.
  const last = query.data?.last_sync
  const before = useRef({ status, last })
  useEffect(() => {
    const { current } = before
    before.current = { status, last }
    const wasKnown = current.status !== undefined
    if (wasKnown && status === 'none' && (current.status !== 'none' || current.last !== last))
      void queries.invalidateQueries({ predicate: ({ queryKey }) => !queryKey.includes('sync-status') })
  }, [status, last, queries])
  return query
}
