import { type KeyboardEvent, useId, useState } from 'react'
import type { MailTemplate } from '../../../../contract/reminders/mail-templates.ts'
import { nextFocusIndex } from '../../../ui/overlay/roving-focus.ts'
import { completedText, completionAt, matchingVariables } from './completion-at.ts'

export type Variable = MailTemplate['variables'][number]
export type TextElement = HTMLInputElement | HTMLTextAreaElement

/** As many as fit without scrolling; typing narrows the list. */
const MAX_OPTIONS = 6

/** Replaces a part of a field as typing would, so that the browser can undo it. */
export function insertInto(field: TextElement, from: number, to: number, text: string): void {
  field.setRangeText(text, from, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Offers variables while one is typed at the caret. The focus stays in the field, which names the current option. */
export function useCompletion(variables: readonly Variable[]) {
  const listId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const options = typed === null ? [] : matchingVariables(variables, typed).slice(0, MAX_OPTIONS)
  const open = options.length > 0
  const at = Math.min(active, options.length - 1)

  const close = () => setTyped(null)
  const look = (field: TextElement) => {
    const caret = field.selectionStart ?? field.value.length
    setTyped(completionAt(field.value, caret)?.typed ?? null)
    setActive(0)
  }
  const choose = (field: TextElement, variable: Variable) => {
    const caret = field.selectionStart ?? field.value.length
    const found = completionAt(field.value, caret)
    if (found) insertInto(field, found.from, caret, completedText(field.value, caret, variable.name))
    close()
  }
  const onKeyDown = (event: KeyboardEvent<TextElement>) => {
    if (!open) return
    const chosen = options[at]
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
      setActive(nextFocusIndex(event.key, at, options.length) ?? 0)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(event.currentTarget, chosen)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { listId, open, options, at, close, look, choose, point: setActive, onKeyDown }
}
