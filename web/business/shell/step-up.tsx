import { Suspense, useEffect, useRef, useState } from 'react'
import { useSessionControl } from '../../session/session-context.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'

const StepUpDialog = lazyWithRetry(() => import('../auth/step-up-dialog.tsx'), 'StepUpDialog')

/** Asks for a step-up when a call needs it, then repeats the call. */
export function StepUp() {
  const session = useSessionControl()
  const [asking, setAsking] = useState(false)
  const answer = useRef<(proved: boolean) => void>(() => {})
  useEffect(() => {
    session.askStepUpBy(
      () =>
        new Promise((resolve) => {
          answer.current(false)
          answer.current = resolve
          setAsking(true)
        }),
    )
    return () => session.askStepUpBy(null)
  }, [session])
  const close = (proved: boolean) => {
    setAsking(false)
    answer.current(proved)
  }
  return <Suspense>{asking && <StepUpDialog onClose={close} />}</Suspense>
}
