import { type ReactNode, Suspense, useRef, useState } from 'react'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import type { FieldsState } from './fields-state.ts'

/** Fetched when the form is sent too early. */
const FieldsNotReady = lazyWithRetry(() => import('../card/fields-not-ready.tsx'), 'FieldsNotReady')

/** Follows how far a processor's own fields are, and answers a form that is sent before they are there. */
export function useFieldsState() {
  const box = useRef<HTMLDivElement>(null)
  // Early: the form was sent while they load.
  const [state, setState] = useState<FieldsState | 'early'>('loading')
  return {
    setState,
    complete: state === 'complete',
    /** Returns true when the fields are there. Otherwise tells the payer that they are not. */
    press(): boolean {
      if (state === 'loading') setState('early')
      // Moves to the button that loads them again.
      if (state === 'failed') box.current?.querySelector('button')?.focus()
      return state === 'complete' || state === 'incomplete'
    },
    frame: (fields: ReactNode) => (
      <div ref={box} className="grid gap-5">
        {fields}
        <Suspense>{state === 'early' && <FieldsNotReady />}</Suspense>
      </div>
    ),
  }
}
