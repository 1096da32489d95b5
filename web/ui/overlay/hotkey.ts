import { useEffect, useRef } from 'react'

type Hotkey = { matches: (event: KeyboardEvent) => boolean; run: (event: KeyboardEvent) => void }

// The newest comes first, so that Escape closes what was opened last; a handler that takes a key prevents its default.
const hotkeys: Hotkey[] = []

function dispatch(event: KeyboardEvent): void {
  for (const hotkey of hotkeys.toReversed()) {
    if (event.defaultPrevented) return
    if (hotkey.matches(event)) hotkey.run(event)
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))

function matcher(key: string): (event: KeyboardEvent) => boolean {
  const chord = key.startsWith('mod+')
  const wanted = (chord ? key.slice(4) : key).toLowerCase()
  return (event) => {
    if (event.key.toLowerCase() !== wanted || event.altKey) return false
    if (chord !== (event.metaKey || event.ctrlKey)) return false
    return chord || !(isTyping(event.target) || document.documentElement.dataset.scrollLocked !== undefined)
  }
}

/**
 * Runs on a key pressed anywhere on the page: '/', 'Escape', or 'mod+k' (⌘ on a Mac, Ctrl elsewhere), and takes it.
 * Without `mod` it is ignored while someone types or a modal dialog is open.
 */
export function useHotkey(key: string, run: () => void, enabled = true): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!enabled) return
    const hotkey: Hotkey = {
      matches: matcher(key),
      run: (event) => {
        event.preventDefault()
        latest.current()
      },
    }
    if (hotkeys.length === 0) document.addEventListener('keydown', dispatch)
    hotkeys.push(hotkey)
    return () => {
      hotkeys.splice(hotkeys.indexOf(hotkey), 1)
      if (hotkeys.length === 0) document.removeEventListener('keydown', dispatch)
    }
  }, [key, enabled])
}
