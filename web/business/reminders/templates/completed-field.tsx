import { type RefObject, Suspense, useRef } from 'react'
import { ComboboxList } from '../../../ui/combobox/combobox-list.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { type TextElement, useCompletion, type Variable } from './use-completion.ts'

const Popup = lazyWithRetry(() => import('../../../ui/combobox/combobox-popup.tsx'), 'ComboboxPopup')

/** A text of a template. Typing {{ lists the variables: arrows choose, Enter inserts, Escape closes. */
export function CompletedField({
  label,
  lines,
  hint,
  value,
  error,
  maxLength,
  variables,
  field,
  onFocus,
  onChange,
}: {
  label: string
  /** Lines of a text area; 1 for an input. */
  lines: number
  hint?: string
  value: string
  error: string | undefined
  maxLength: number
  variables: readonly Variable[]
  field: RefObject<TextElement | null>
  onFocus: () => void
  onChange: (value: string) => void
}) {
  const completion = useCompletion(variables)
  const list = useRef<HTMLDivElement>(null)
  const { open, at, options, listId } = completion
  const shared = {
    label,
    hint,
    value,
    error,
    maxLength,
    autoComplete: 'off',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-controls': open ? listId : undefined,
    'aria-activedescendant': open ? `${listId}-${at}` : undefined,
    onFocus,
    onBlur: completion.close,
    onKeyDown: completion.onKeyDown,
  } as const
  const type = (element: TextElement) => {
    onChange(element.value)
    completion.look(element)
  }
  return (
    <div className="min-w-0">
      {lines === 1 ? (
        <TextField
          {...shared}
          ref={(element) => {
            field.current = element
          }}
          onChange={(event) => type(event.currentTarget)}
        />
      ) : (
        <TextArea
          {...shared}
          rows={lines}
          ref={(element) => {
            field.current = element
          }}
          onChange={(event) => type(event.currentTarget)}
        />
      )}
      <p role="status" className="sr-only">
        {open && `${options.length} ${options.length === 1 ? 'variable' : 'variables'}`}
      </p>
      {open && (
        <Suspense fallback={null}>
          <Popup anchor={field} list={list} onClose={completion.close}>
            <ComboboxList
              id={listId}
              lines={options.map((option) => ({
                kind: 'option',
                option: { ...option, id: option.name, label: option.name },
              }))}
              at={at}
              chosenId={options[at]?.name}
              loading={false}
              onPoint={completion.point}
              onChoose={(line) => {
                if (field.current && line.kind === 'option') completion.choose(field.current, line.option)
              }}
              draw={(line) => line.kind === 'option' && <VariableLine {...line.option} />}
            />
          </Popup>
        </Suspense>
      )}
    </div>
  )
}

const VariableLine = ({ name, meaning }: Variable) => (
  <>
    <code className="block text-12 font-medium">{name}</code>
    <span className="block text-12 text-ink-3">{meaning}</span>
  </>
)
