import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ImportRun } from './import-words.ts'

/** What an import wrote is missing in every list and figure that was read before. */
export function useFreshLists(account: string, status: ImportRun['status'] | undefined) {
  const queries = useQueryClient()
  const former = useRef(status)
  useEffect(() => {
    if (former.current === 'running' && status !== 'running')
      void queries.invalidateQueries({ queryKey: [account] })
    former.current = status
  }, [queries, account, status])
}
