import type { KeyboardEvent } from 'react'

const STEP: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * The index that an arrow key, Home or End moves to among `count`, wrapping around; null for any other key.
 */
export function nextFocusIndex(key: string, index: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = STEP[key]
  return step === undefined ? null : (index + step + count) % count
}

/** Moves the focus among the elements that match `selector` in the current target, and clicks the new one. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const index = items.indexOf(document.activeElement as HTMLElement)
  const target = nextFocusIndex(event.key, Math.max(index, 0), items.length)
  const element = target === null ? undefined : items[target]
  if (!element) return
  event.preventDefault()
  element.focus()
  element.click()
}
