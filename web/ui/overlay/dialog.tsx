import { Suspense, useState } from 'react'
import { lazyWithRetry } from '../layout/lazy-with-retry.ts'
import type { DialogProps } from './dialog-props.ts'

const Surface = lazyWithRetry(() => import('./dialog-surface.tsx'), 'DialogSurface')

/**
 * A modal dialog. Its code is loaded when the first one opens. It stays mounted afterwards, so that closing
 * returns the focus.
 */
export function Dialog(props: DialogProps) {
  const [used, setUsed] = useState(props.open)
  if (props.open && !used) setUsed(true)
  if (!used) return null
  return (
    <Suspense fallback={null}>
      <Surface {...props} />
    </Suspense>
  )
}
