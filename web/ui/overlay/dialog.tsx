import { type ReactNode, Suspense, useState } from 'react'
import { lazyWithRetry } from '../layout/lazy-with-retry.ts'

export type DialogProps = {
  open: boolean
  /** Called with false by Escape, the cross, or a press outside. */
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** One sentence below the title; read aloud with it. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl' | undefined
  /** While true it can't be closed: work is under way. */
  locked?: boolean | undefined
  /** A sheet from the edge instead of a box in the middle. */
  side?: 'center' | 'end' | 'start' | undefined
  /** Leaves the header to the children (the title stays for screen readers). */
  bare?: boolean | undefined
  /** The focus goes to the dialog itself, not to its first field: there is more to it than one form. */
  readFirst?: boolean | undefined
  className?: string | undefined
}

const Surface = lazyWithRetry(() => import('./dialog-surface.tsx'), 'DialogSurface')

/**
 * A modal dialog. Its machinery is fetched when the first one opens, and stays from then on, so that closing can hand
 * the focus back.
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
