import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { RequestOf } from '../../../contract/route.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'

type TaskQuery = NonNullable<RequestOf<typeof contract.worklist.list>['query']>

/** Reads a page of tasks. */
export function useTasks(query: TaskQuery) {
  const { pk } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [pk, 'tasks', query],
    queryFn: ({ signal }) => call(contract.worklist.list, { params: { account: pk }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The first screen comes first: its data need the connection more than a number beside the navigation. */
const COUNTED_AFTER_MS = 2_000
const COUNTED_AGAIN_MS = 60_000

/** Number of open tasks that are due; undefined until it is known, and for an account that can't ask for it. */
export function useTaskCount(account: string | undefined): number | undefined {
  const call = useCall()
  const [hasWaited, setHasWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), COUNTED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return useQuery({
    queryKey: [account, 'task-count'],
    queryFn: ({ signal }) =>
      call(contract.worklist.count, { params: { account: account ?? '' } }, { signal }),
    enabled: hasWaited && account !== undefined,
    refetchInterval: COUNTED_AGAIN_MS,
  }).data?.due
}

/** Returns a function that reads lists of tasks and their count again after a change. */
export function useForgetTasks(): () => Promise<void> {
  const { pk } = useAccount()
  const queries = useQueryClient()
  return async () => {
    await Promise.all(
      ['tasks', 'task-count'].map((name) => queries.invalidateQueries({ queryKey: [pk, name] })),
    )
  }
}
