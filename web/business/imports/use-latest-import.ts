import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { isWorking } from './import-words.ts'
import { useFreshLists } from './use-fresh-lists.ts'

const LOOK_AGAIN_MS = 1000
/** Poll interval for an import that is started elsewhere. */
const LOOK_FOR_OTHERS_MS = 5000

/**
 * Returns the running import; else the last one that this page saw running; else the newest. Null when there
 * never was one, undefined while unknown. `watched` is true when this page saw it running.
 */
export function useLatestImport() {
  const account = useAccount()
  const call = useCall()
  const [watched, setWatched] = useState<string | null>(null)
  const params = { account: account.pk }
  const list = useQuery({
    queryKey: [account.pk, 'imports', 'latest'],
    queryFn: ({ signal }) => call(contract.imports.list, { params, query: { page_size: '10' } }, { signal }),
    staleTime: 0,
    refetchInterval: LOOK_FOR_OTHERS_MS,
  })
  const runs = list.data?.results
  const one = runs?.find(isWorking) ?? runs?.find(({ pk }) => pk === watched) ?? runs?.[0]
  const whole = useQuery({
    queryKey: [account.pk, 'import', one?.pk],
    enabled: one !== undefined,
    queryFn: ({ signal }) =>
      call(contract.imports.read, { params: { ...params, import: one!.pk } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data) ? LOOK_AGAIN_MS : false),
  })
  const run = runs?.length === 0 ? null : whole.data
  useFreshLists(account.pk, run?.status)
  if (run && isWorking(run) && watched !== run.pk) setWatched(run.pk)
  const error = run === undefined ? (list.error ?? whole.error) : null
  return {
    run,
    watched: run?.pk === watched,
    error,
    retry: () => void (list.error ? list : whole).refetch(),
    retrying: list.isFetching || whole.isFetching,
  }
}
