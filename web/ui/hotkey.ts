import { useEffect, useRef } from 'react'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/**
 * Runs on a key pressed anywhere on the page: '/', 'Escape', or 'mod+k' (⌘ on a Mac, Ctrl elsewhere). Without `mod`
 * it is ignored while someone types. Nothing happens while a modal dialog is open, except for `mod` chords.
 */
export function useHotkey(key: string, run: (event: KeyboardEvent) => void, enabled = true): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!enabled) return
    const chord = key.startsWith('mod+')
    const wanted = chord ? key.slice(4) : key
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.key.toLowerCase() !== wanted.toLowerCase()) return
      if (chord !== (event.metaKey || event.ctrlKey) || event.altKey) return
      if (!chord && (isTyping(event.target) || document.querySelector('[data-lock-scroll]'))) return
      latest.current(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [key, enabled])
}
