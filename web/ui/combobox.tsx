import { ChevronDown } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { type ReactNode, useId } from 'react'
import { type ComboboxLine, ComboboxList, ComboboxMessage } from './combobox-list.tsx'
import type { ComboboxOption, LoadOptions } from './combobox-options.ts'
import { cx } from './cx.ts'
import { Field, type FieldProps, useFieldWiring } from './field.tsx'
import { inputClass } from './input-class.ts'
import { type ComboboxState, comboboxKey, useCombobox } from './use-combobox.ts'

export type { ComboboxOption } from './combobox-options.ts'

type ComboboxInputProps<Option extends ComboboxOption> = {
  value: Option | null
  onChange: (option: Option | null) => void
  /** Finds options for what is typed ('' at first). Called 300 ms after the last key; older answers are dropped. */
  load: LoadOptions<Option>
  placeholder?: string | undefined
  /** Draws an option; its label otherwise. */
  renderOption?: ((option: Option) => ReactNode) | undefined
  /** Offers to make what was typed. */
  onCreate?: ((text: string) => void) | undefined
  createLabel?: ((text: string) => string) | undefined
  disabled?: boolean | undefined
  name?: string | undefined
  onBlur?: (() => void) | undefined
}

const popupClass =
  'z-60 max-h-[min(20rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-56 animate-rise overflow-y-auto rounded-10 border border-line bg-raised p-1.5 text-body text-ink shadow-high outline-none'

type PopupProps<Option extends ComboboxOption> = {
  box: ComboboxState<Option>
  listId: string
  inputId: string | undefined
  chosenId: string | undefined
  draw: (line: ComboboxLine<Option>) => ReactNode
}

/** The list below the input. The focus never leaves the input, so opening, pressing and closing must not take it. */
function Popup<Option extends ComboboxOption>({ box, listId, inputId, chosenId, draw }: PopupProps<Option>) {
  const stay = (event: { preventDefault: () => void }) => event.preventDefault()
  return (
    <Popover.Portal>
      <Popover.Content
        ref={box.list}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={stay}
        onCloseAutoFocus={stay}
        onMouseDown={stay}
        onInteractOutside={(event) => {
          if (event.target instanceof Element && event.target.id === inputId) event.preventDefault()
        }}
        className={popupClass}
      >
        <ComboboxList
          id={listId}
          lines={box.lines}
          at={box.at}
          chosenId={chosenId}
          loading={box.loading}
          onPoint={box.point}
          onChoose={box.choose}
          draw={draw}
        />
        <ComboboxMessage
          query={box.query}
          empty={box.lines.length === 0}
          loading={box.loading}
          failed={box.failed}
        />
      </Popover.Content>
    </Popover.Portal>
  )
}

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
}: ComboboxInputProps<Option>) {
  const wiring = useFieldWiring()
  const listId = useId()
  const box = useCombobox({ load, onChange, onCreate })
  const { open, lines, at } = box
  return (
    <Popover.Root open={open} onOpenChange={(next) => (next ? box.show() : box.close())}>
      <Popover.Anchor asChild>
        <span className="relative block min-w-0">
          <input
            {...wiring}
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
            onClick={box.show}
            onChange={(event) => box.type(event.currentTarget.value)}
            onKeyDown={(event) => comboboxKey(event, box)}
            onBlur={(event) => {
              if (!box.list.current?.contains(event.relatedTarget)) box.close()
              onBlur?.()
            }}
            className={cx(inputClass, 'truncate pe-8')}
          />
          <ChevronDown className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-3.5 text-ink-3" />
        </span>
      </Popover.Anchor>
      <Popup
        box={box}
        listId={listId}
        inputId={wiring.id}
        chosenId={value?.id}
        draw={(line) =>
          line.kind === 'create' ? createLabel(line.text) : (renderOption?.(line.option) ?? line.option.label)
        }
      />
    </Popover.Root>
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
