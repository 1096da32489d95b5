import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { nextFocusIndex } from '../overlay/roving-focus.ts'
import type { ComboboxLine } from './combobox-list.tsx'
import { type ComboboxOption, type LoadOptions, useOptions } from './combobox-options.ts'

type Wanted<Option extends ComboboxOption> = {
  load: LoadOptions<Option>
  onChange: (option: Option | null) => void
  onCreate?: ((text: string) => void) | undefined
}

export type ComboboxState<Option extends ComboboxOption> = {
  open: boolean
  /** The text being typed; null while nothing is. */
  text: string | null
  query: string
  lines: readonly ComboboxLine<Option>[]
  at: number
  loading: boolean
  failed: boolean
  list: RefObject<HTMLDivElement | null>
  show: () => void
  close: () => void
  type: (text: string) => void
  point: (index: number) => void
  choose: (line: ComboboxLine<Option> | undefined) => void
}

/** Keys of a combobox: the arrows move, Enter chooses, Escape discards. */
export function comboboxKey<Option extends ComboboxOption>(
  event: KeyboardEvent,
  box: ComboboxState<Option>,
): void {
  if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
    event.preventDefault()
    if (!box.open) box.show()
    else box.point(nextFocusIndex(event.key, box.at, box.lines.length) ?? 0)
  } else if (event.key === 'Enter' && box.open) {
    event.preventDefault()
    box.choose(box.lines[box.at])
  } else if (event.key === 'Escape' && box.open) {
    event.preventDefault()
    event.stopPropagation()
    box.close()
  }
}

/** State of a combobox: whether it is open, the typed text, and the current line. */
export function useCombobox<Option extends ComboboxOption>(wanted: Wanted<Option>): ComboboxState<Option> {
  const { load, onChange, onCreate } = wanted
  const [open, setOpen] = useState(false)
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const query = (text ?? '').trim()
  const { options, loading, failed } = useOptions(load, query, open)
  const lines: ComboboxLine<Option>[] = options.map((option) => ({ kind: 'option', option }))
  if (onCreate && query !== '' && !loading) lines.push({ kind: 'create', text: query })
  const at = Math.min(active, lines.length - 1)

  useEffect(() => {
    if (open) list.current?.querySelector(`[data-line="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at, open])

  const close = () => {
    setOpen(false)
    setText(null)
    setActive(0)
  }
  const choose = (line: ComboboxLine<Option> | undefined) => {
    if (!line) return
    if (line.kind === 'create') onCreate?.(line.text)
    else onChange(line.option)
    close()
  }
  const type = (typed: string) => {
    setText(typed)
    setActive(0)
    setOpen(true)
    if (typed === '') onChange(null)
  }
  const show = () => setOpen(true)
  return {
    open,
    text,
    query,
    lines,
    at,
    loading,
    failed,
    list,
    show,
    close,
    type,
    point: setActive,
    choose,
  }
}
