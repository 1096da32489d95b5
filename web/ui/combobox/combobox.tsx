import { ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, Suspense, useEffect, useId, useRef } from 'react'
import { cx } from '../cx.ts'
import { Field, type FieldProps, useFieldWiring } from '../fields/field.tsx'
import { inputClass } from '../fields/input-class.ts'
import { lazyWithRetry } from '../layout/lazy-with-retry.ts'
import { CHOICES, type Choice } from './chosen-options.ts'
import { ComboboxList, ComboboxMessage } from './combobox-list.tsx'
import type { ComboboxOption, LoadOptions } from './combobox-options.ts'
import { comboboxKey, useCombobox } from './use-combobox.ts'

export type { ComboboxOption } from './combobox-options.ts'

type ComboboxInputProps<Option extends ComboboxOption> = {
  value: Option | null
  onChange: (option: Option | null) => void
  /**
   * Finds options for the typed text ('' at first). Called 300 ms after the last key; outdated answers are
   * dropped.
   */
  load: LoadOptions<Option>
  placeholder?: string | undefined
  /** Renders an option; its label by default. */
  renderOption?: ((option: Option) => ReactNode) | undefined
  /** Creates an option from the typed text. */
  onCreate?: ((text: string) => void) | undefined
  createLabel?: ((text: string) => string) | undefined
  disabled?: boolean | undefined
  name?: string | undefined
  onBlur?: (() => void) | undefined
  /** Takes the input, so that a form can focus it. */
  inputRef?: Ref<HTMLInputElement> | undefined
}

const Popup = lazyWithRetry(() => import('./combobox-popup.tsx'), 'ComboboxPopup')

function ComboboxInput<Option extends ComboboxOption>({
  value,
  onChange,
  load,
  placeholder = 'Select...',
  renderOption,
  onCreate,
  createLabel = (text) => `Create "${text}"`,
  disabled,
  name,
  onBlur,
  inputRef,
}: ComboboxInputProps<Option>) {
  const wiring = useFieldWiring()
  const listId = useId()
  const box = useCombobox({ load, onChange, onCreate })
  const anchor = useRef<HTMLSpanElement>(null)
  const { open, lines, at } = box
  useEffect(() => {
    const input = anchor.current?.querySelector('input')
    if (input) CHOICES.set(input, { option: value, choose: onChange as Choice['choose'] })
  })
  return (
    <span ref={anchor} className="relative block min-w-0">
      <input
        {...wiring}
        ref={inputRef}
        role="combobox"
        name={name}
        disabled={disabled}
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open && lines.length > 0 ? `${listId}-${at}` : undefined}
        placeholder={placeholder}
        value={box.text ?? value?.label ?? ''}
        onClick={(event) => {
          // Typing replaces the current text.
          if (box.text === null) event.currentTarget.select()
          box.show()
        }}
        onChange={(event) => box.type(event.currentTarget.value)}
        onKeyDown={(event) => comboboxKey(event, box)}
        onBlur={(event) => {
          if (!box.list.current?.contains(event.relatedTarget)) box.close()
          onBlur?.()
        }}
        className={cx(inputClass, 'truncate pe-8')}
      />
      <ChevronDown className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-3.5 text-ink-3" />
      {open && (
        <Suspense fallback={null}>
          <Popup anchor={anchor} list={box.list} onClose={box.close}>
            <ComboboxList
              id={listId}
              lines={lines}
              at={at}
              chosenId={value?.id}
              loading={box.loading}
              onPoint={box.point}
              onChoose={box.choose}
              draw={(line) =>
                line.kind === 'create'
                  ? createLabel(line.text)
                  : (renderOption?.(line.option) ?? line.option.label)
              }
            />
            <ComboboxMessage
              query={box.query}
              empty={lines.length === 0}
              loading={box.loading}
              failed={box.failed}
            />
          </Popup>
        </Suspense>
      )}
    </span>
  )
}

/** A choice from a long or fetched list, found by typing. */
export function Combobox<Option extends ComboboxOption>({
  label,
  hint,
  error,
  labelHidden,
  optional,
  aside,
  className,
  ...rest
}: FieldProps & ComboboxInputProps<Option>) {
  return (
    <Field {...{ label, hint, error, labelHidden, optional, aside, className }}>
      <ComboboxInput {...rest} />
    </Field>
  )
}
