import { useEffect } from 'react'

/** Puts the focus into a page's field of this name, and moves it when the name changes. */
export function useFirstFocus(name: string): void {
  useEffect(() => document.getElementsByName(name)[0]?.focus(), [name])
}
