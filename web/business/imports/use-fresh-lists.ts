import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ImportRun } from './import-words.ts'

/** Invalidates every list and figure read before an import wrote its rows. */
export function useFreshLists(account: string, status: ImportRun['status'] | undefined) {
  const queries = useQueryClient()
  const former = useRef(status)
  useEffect(() => {
    if (former.current === 'running' && status !== 'running')
      void queries.invalidateQueries({ queryKey: [account] })
    former.current = status
  }, [queries, account, status])
}
