import { Check } from 'lucide-react'
import { Menu as Radix } from 'radix-ui/internal'
import { type RefObject, useRef } from 'react'
import { cx } from '../cx.ts'
import { useNavigateTo } from '../layout/link.tsx'
import type { MenuItem, MenuProps } from './menu-props.ts'

const itemClass =
  'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-6 px-2.5 outline-none select-none data-highlighted:bg-sunken data-disabled:cursor-not-allowed data-disabled:text-ink-3 max-md:min-h-11 calm:min-h-11'

const FIRST = '[role=menuitem]:not([data-disabled])'

type Line = { item: MenuItem; onChoose: (run: (() => void) | null) => void }

function MenuLine({ item, onChoose }: Line) {
  const navigate = useNavigateTo()
  if (item.kind === 'separator') return <Radix.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
  if (item.kind === 'heading') {
    return (
      <Radix.Label className="px-2.5 pt-1.5 pb-1 text-12 font-medium text-ink-3">{item.label}</Radix.Label>
    )
  }
  const { href, onSelect } = item
  return (
    <Radix.Item
      disabled={item.disabled ?? false}
      onSelect={() => onChoose(href === undefined ? (onSelect ?? null) : () => navigate(href))}
      className={cx(itemClass, item.danger ? 'text-overdue data-highlighted:bg-overdue-tint' : '')}
    >
      {item.icon && <span className={cx(!item.danger && 'text-ink-3')}>{item.icon}</span>}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.detail && <span className="text-12 text-ink-3">{item.detail}</span>}
      {item.checked !== undefined && (
        <Check
          className={cx('text-brand', !item.checked && 'opacity-0')}
          aria-label={item.checked ? 'chosen' : undefined}
        />
      )}
    </Radix.Item>
  )
}

/**
 * Content of a Menu. Its button is outside, so this component handles presses on it and returns the focus to
 * it.
 */
export function MenuSurface({
  items,
  header,
  align = 'end',
  side = 'bottom',
  className,
  open,
  byKeyboard,
  onOpenChange,
  button,
  labelledBy,
}: Omit<MenuProps, 'trigger'> & {
  open: boolean
  /** True when opened by keyboard: the first item takes the focus. */
  byKeyboard: boolean
  onOpenChange: (open: boolean) => void
  button: RefObject<HTMLButtonElement | null>
  labelledBy: string
}) {
  const chosen = useRef<(() => void) | null>(null)
  const pressedElsewhere = useRef(false)
  const content = useRef<HTMLDivElement>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Radix.Anchor virtualRef={button} />
      <Radix.Portal>
        <Radix.Content
          ref={content}
          aria-labelledby={labelledBy}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          loop
          onEntryFocus={() => {
            // Radix can't detect keyboard use before it is mounted.
            if (byKeyboard)
              requestAnimationFrame(() => content.current?.querySelector<HTMLElement>(FIRST)?.focus())
          }}
          onInteractOutside={(event) => {
            const onButton = event.target instanceof Node && button.current?.contains(event.target)
            if (onButton) event.preventDefault()
            else pressedElsewhere.current = true
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!pressedElsewhere.current) button.current?.focus()
            pressedElsewhere.current = false
            const run = chosen.current
            chosen.current = null
            run?.()
          }}
          className={cx(
            'z-60 max-h-(--radix-popper-available-height) max-w-80 min-w-50 animate-rise overflow-y-auto rounded-10 border border-line bg-raised p-1.5 text-body text-ink shadow-high',
            className,
          )}
        >
          {header && <div className="mb-1.5 border-b border-line px-2.5 pt-1.5 pb-2.5">{header}</div>}
          {items.map((item) => (
            <MenuLine
              key={item.id}
              item={item}
              onChoose={(run) => {
                chosen.current = run
              }}
            />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
