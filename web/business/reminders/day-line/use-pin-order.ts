import { type FocusEvent, useState } from 'react'
import type { StepValues } from '../editor/flow-values.ts'

/**
 * Steps in an order that stays the same while one of their pins has the focus: an element that is moved in the page loses
 * the focus and the pointer. `handlers` belong to the element around the pins; `onLeave` runs when the focus leaves it.
 */
export function usePinOrder(steps: readonly StepValues[], onLeave: () => void) {
  const [kept, setKept] = useState<readonly string[] | null>(null)
  const ids = steps.map(({ id }) => id)
  const placeOf = ({ id }: StepValues): number => (kept ?? ids).indexOf(id) >>> 0
  return {
    pins: steps.toSorted((a, b) => placeOf(a) - placeOf(b)),
    handlers: {
      onFocus: () => setKept((before) => before ?? ids),
      onBlur({ currentTarget, relatedTarget }: FocusEvent) {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
        setKept(null)
        onLeave()
      },
    },
  }
}
