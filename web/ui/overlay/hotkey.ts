import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isCharacterKey } from './shortcut-keys.ts'

type Hotkey = {
  matches: (event: KeyboardEvent, before: string | null) => boolean
  run: (event: KeyboardEvent) => void
  /** The first of two keys pressed in turn. */
  first: string | null
}

/** Maximum delay between the two keys. */
const SEQUENCE_MS = 1_500
const MODIFIER = /^(Shift|Control|Alt|Meta|Caps)/

// Newest first, so that Escape closes what was opened last; a handler that uses a key prevents its default.
const hotkeys: Hotkey[] = []
let pending: { key: string; atMs: number } | null = null
let charactersOn = true
const listeners = new Set<() => void>()

function dispatch(event: KeyboardEvent): void {
  if (MODIFIER.test(event.key)) return
  const before = pending && event.timeStamp - pending.atMs < SEQUENCE_MS ? pending.key : null
  pending = null
  for (const hotkey of hotkeys.toReversed()) {
    if (event.defaultPrevented) return
    if (hotkey.matches(event, before)) hotkey.run(event)
  }
  const key = event.key.toLowerCase()
  if (before === null && isCharacterPress(event) && hotkeys.some(({ first }) => first === key))
    pending = { key, atMs: event.timeStamp }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role=menu], [role=listbox]') !== null) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))

/**
 * A key pressed alone, outside fields and menus, with no dialog open. Shift counts only where it changes the
 * character.
 */
const isPressedAlone = (event: KeyboardEvent, shifted = false): boolean =>
  !(event.metaKey || event.ctrlKey || event.altKey || event.isComposing) &&
  (event.shiftKey && /^(\p{L}|.{2,})$/u.test(event.key)) === shifted &&
  !isTyping(event.target) &&
  document.documentElement.dataset.scrollLocked === undefined

const isCharacterPress = (event: KeyboardEvent, shifted?: boolean): boolean =>
  charactersOn && event.key.length === 1 && isPressedAlone(event, shifted)

/** The first of two keys pressed in turn; null for a key that acts by itself. */
const firstOf = (keys: string): string | null => (/^(\S) /.exec(keys) ?? [])[1] ?? null

function matcher(keys: string, repeats: boolean): Hotkey['matches'] {
  const chord = keys.startsWith('mod+')
  const shifted = /^(mod\+)?shift\+/.test(keys)
  const steps = keys
    .replace(/^(mod\+)?(shift\+)?/, '')
    .toLowerCase()
    .split(' ')
  const first = firstOf(keys)
  return (event, before) => {
    if (event.key.toLowerCase() !== steps.at(-1)) return false
    if (chord) return event.shiftKey === shifted && !event.altKey && (event.metaKey || event.ctrlKey)
    if (!isCharacterKey(keys)) return isPressedAlone(event)
    return before === first && (repeats || !event.repeat) && isCharacterPress(event, shifted)
  }
}

/**
 * Handles a key pressed anywhere on the page: '/', 'Escape', 'g i' (in turn), or 'mod+k' and 'mod+shift+z' (⌘ on a
 * Mac, Ctrl elsewhere). Keys without `mod` are ignored while the user types, holds a modifier, or a modal dialog is
 * open; characters also while they are switched off. `repeats` also handles key repeats.
 */
export function useHotkey(keys: string, run: () => void, enabled = true, repeats = false): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!enabled) return
    const hotkey: Hotkey = {
      matches: matcher(keys, repeats),
      first: firstOf(keys),
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
  }, [keys, enabled, repeats])
}

/** Switches single-character shortcuts on or off for the whole page (WCAG 2.1.4). */
export function setCharacterKeys(on: boolean): void {
  charactersOn = on
  for (const listener of listeners) listener()
}

/** Whether single-character shortcuts are on. */
export function useCharacterKeys(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => charactersOn,
  )
}
