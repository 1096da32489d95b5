import { Check, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import type { ComboboxOption } from './combobox-options.ts'

/** A line of the list: an option, or the offer to create the typed text. */
export type ComboboxLine<Option> = { kind: 'option'; option: Option } | { kind: 'create'; text: string }

type ListProps<Option> = {
  id: string
  lines: readonly ComboboxLine<Option>[]
  /** Index of the line that Enter chooses. */
  at: number
  chosenId: string | undefined
  loading: boolean
  onPoint: (index: number) => void
  onChoose: (line: ComboboxLine<Option>) => void
  draw: (line: ComboboxLine<Option>) => ReactNode
}

/** The options below a combobox. The focus stays in its input, which names the current line. */
export function ComboboxList<Option extends ComboboxOption>({
  id,
  lines,
  at,
  chosenId,
  loading,
  onPoint,
  onChoose,
  draw,
}: ListProps<Option>) {
  return (
    <div role="listbox" id={id} aria-label="Options" aria-busy={loading}>
      {lines.map((line, index) => {
        const chosen = line.kind === 'option' && line.option.id === chosenId
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys belong to the input, by aria-activedescendant
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
          <div
            key={line.kind === 'create' ? 'create' : line.option.id}
            id={`${id}-${index}`}
            data-line={index}
            role="option"
            aria-selected={chosen}
            onPointerMove={() => onPoint(index)}
            onClick={() => onChoose(line)}
            className={cx(
              'flex min-h-8 cursor-pointer items-center gap-2 rounded-6 px-2.5 py-1 max-md:min-h-11',
              index === at && 'bg-sunken',
            )}
          >
            {line.kind === 'create' && <Plus className="text-ink-3" />}
            <span className={cx('min-w-0 flex-1', line.kind === 'create' && 'font-medium')}>
              {draw(line)}
            </span>
            {chosen && <Check className="text-brand" />}
          </div>
        )
      })}
    </div>
  )
}

/** Text shown instead of options. */
export function ComboboxMessage({
  query,
  empty,
  loading,
  failed,
}: {
  query: string
  empty: boolean
  loading: boolean
  failed: boolean
}) {
  const text = loading
    ? 'Loading options...'
    : failed
      ? 'We couldn’t load the options.'
      : query === ''
        ? 'No options'
        : `No options for "${query}"`
  return <div role="status">{empty && <p className="px-2.5 py-2 text-ink-3">{text}</p>}</div>
}
