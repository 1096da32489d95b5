import { useMemo } from 'react'
import { newRequestId } from './request-id.ts'

/** One key for each opened dialog and thing asked in it: pressing again after a lost answer does it once. */
export function useRequestKeys(): (asked: string) => string {
  return useMemo(() => {
    const keys = new Map<string, string>()
    return (asked) => {
      const known = keys.get(asked) ?? newRequestId()
      keys.set(asked, known)
      return known
    }
  }, [])
}
