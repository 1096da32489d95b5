import { useLayoutEffect } from 'react'
import { navigate } from './location.ts'

/** Replaces this page with another. */
export function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => navigate(to, { replace: true }), [to])
  return null
}
