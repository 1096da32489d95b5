import { Check, ChevronDown, Plus } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type ComboboxOption, type LoadOptions, useOptions } from './combobox-options.ts'
import { cx } from './cx.ts'
import { Field, type FieldProps, useFieldWiring } from './field.tsx'
import { inputClass } from './input-class.ts'

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
  autoFocus?: boolean | undefined
  onBlur?: (() => void) | undefined
}

type Line<Option> = { kind: 'option'; option: Option } | { kind: 'create'; text: string }

const Message = ({ children }: { children: ReactNode }) => (
  <p className="px-2.5 py-2 text-ink-3">{children}</p>
)

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
  autoFocus,
  onBlur,
}: ComboboxInputProps<Option>) {
  const wiring = useFieldWiring()
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const query = (text ?? '').trim()
  const { options, loading, failed } = useOptions(load, query, open)
  const lines: Line<Option>[] = options.map((option) => ({ kind: 'option', option }))
  if (onCreate && query !== '' && !loading) lines.push({ kind: 'create', text: query })
  const at = Math.min(active, lines.length - 1)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (open) list.current?.querySelector(`[data-line="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at, open])

  const close = () => {
    setOpen(false)
    setText(null)
    setActive(0)
  }
  const choose = (line: Line<Option> | undefined) => {
    if (!line) return
    if (line.kind === 'create') onCreate?.(line.text)
    else onChange(line.option)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return setOpen(true)
      if (lines.length > 0)
        setActive((at + (event.key === 'ArrowDown' ? 1 : -1) + lines.length) % lines.length)
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      choose(lines[at])
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }
  return (
    <Popover.Root open={open} onOpenChange={(next) => (next ? setOpen(true) : close())}>
      <Popover.Anchor asChild>
        <span className="relative block min-w-0">
          <input
            {...wiring}
            role="combobox"
            name={name}
            disabled={disabled}
            // biome-ignore lint/a11y/noAutofocus: only where the caller's whole purpose is this field
            autoFocus={autoFocus}
            autoComplete="off"
            spellCheck={false}
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-activedescendant={open && lines.length > 0 ? `${listId}-${at}` : undefined}
            placeholder={placeholder}
            value={text ?? value?.label ?? ''}
            onClick={() => setOpen(true)}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setActive(0)
              setOpen(true)
              if (event.currentTarget.value === '' && value) onChange(null)
            }}
            onKeyDown={onKeyDown}
            onBlur={(event) => {
              if (!list.current?.contains(event.relatedTarget)) close()
              onBlur?.()
            }}
            className={cx(inputClass, 'truncate pe-8')}
          />
          <ChevronDown className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-3.5 text-ink-3" />
        </span>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          ref={list}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.id === wiring.id) event.preventDefault()
          }}
          className="z-60 max-h-[min(20rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-56 animate-rise overflow-y-auto rounded-10 border border-line bg-raised p-1.5 text-body text-ink shadow-high outline-none"
        >
          <div role="listbox" id={listId} aria-label="Options" aria-busy={loading}>
            {lines.map((line, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys belong to the input, by aria-activedescendant
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
              <div
                key={line.kind === 'create' ? 'create' : line.option.id}
                id={`${listId}-${index}`}
                data-line={index}
                role="option"
                aria-selected={line.kind === 'option' && line.option.id === value?.id}
                onPointerMove={() => setActive(index)}
                onClick={() => choose(line)}
                className={cx(
                  'flex min-h-8 cursor-pointer items-center gap-2 rounded-6 px-2.5 py-1 max-md:min-h-11',
                  index === at && 'bg-sunken',
                )}
              >
                {line.kind === 'create' ? (
                  <>
                    <Plus className="text-ink-3" />
                    <span className="font-medium">{createLabel(line.text)}</span>
                  </>
                ) : (
                  <>
                    <span className="min-w-0 flex-1">{renderOption?.(line.option) ?? line.option.label}</span>
                    {line.option.id === value?.id && <Check className="text-brand" />}
                  </>
                )}
              </div>
            ))}
          </div>
          <div role="status">
            {loading && options.length === 0 && <Message>Loading options...</Message>}
            {!loading && failed && <Message>The options could not be loaded.</Message>}
            {!loading && !failed && options.length === 0 && (
              <Message>{query === '' ? 'No options' : `No options for "${query}"`}</Message>
            )}
          </div>
        </Popover.Content>
      </Popover.Portal>
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
