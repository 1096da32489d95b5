import { useEffect } from 'react'

/** How far the fields of a processor's own are. */
export type FieldsState = 'loading' | 'failed' | 'incomplete' | 'complete'

/** Reports the state of the fields while they are on the page. */
export function useReportedState(state: FieldsState, onState: (state: FieldsState) => void): void {
  useEffect(() => onState(state), [state, onState])
  useEffect(() => () => onState('loading'), [onState])
}
