import { useEffect } from 'react'

/** Focuses the field of this name, and moves the focus when the name changes. */
export function useFirstFocus(name: string): void {
  useEffect(() => document.getElementsByName(name)[0]?.focus(), [name])
}
