import { Check } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { cx } from './cx.ts'
import { useNavigateTo } from './link.tsx'

export type MenuItem =
  | {
      kind?: 'item'
      id: string
      label: ReactNode
      icon?: ReactNode
      /** Quieter, at the end of the line. */
      detail?: ReactNode
      /** Runs once the menu has closed and given the focus back, so that it may open a dialog. */
      onSelect?: (() => void) | undefined
      /** Goes there instead. */
      href?: string | undefined
      danger?: boolean | undefined
      disabled?: boolean | undefined
      /** Shows a tick: one of several choices. */
      checked?: boolean | undefined
    }
  | { kind: 'separator'; id: string }
  | { kind: 'heading'; id: string; label: ReactNode }

const itemClass =
  'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-6 px-2.5 outline-none select-none data-highlighted:bg-sunken data-disabled:cursor-not-allowed data-disabled:text-ink-3 max-md:min-h-11 calm:min-h-11'

/** Actions behind a button. */
export function Menu({
  trigger,
  items,
  header,
  align = 'end',
  side = 'bottom',
  className,
}: {
  /** One button element; it gets the ref and the aria attributes. */
  trigger: ReactElement
  items: readonly MenuItem[]
  header?: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | 'right' | undefined
  className?: string | undefined
}) {
  const chosen = useRef<(() => void) | null>(null)
  const navigate = useNavigateTo()
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          loop
          onCloseAutoFocus={() => {
            const run = chosen.current
            chosen.current = null
            // Radix focuses the trigger right after this handler; the action follows it.
            if (run) queueMicrotask(run)
          }}
          className={cx(
            'z-60 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-50 animate-rise overflow-y-auto rounded-10 border border-line bg-raised p-1.5 text-body text-ink shadow-high',
            className,
          )}
        >
          {header && <div className="mb-1.5 border-b border-line px-2.5 pt-1.5 pb-2.5">{header}</div>}
          {items.map((item) => {
            if (item.kind === 'separator')
              return <Radix.Separator key={item.id} className="-mx-1.5 my-1.5 h-px bg-line" />
            if (item.kind === 'heading') {
              return (
                <Radix.Label key={item.id} className="px-2.5 pt-1.5 pb-1 text-12 font-medium text-ink-3">
                  {item.label}
                </Radix.Label>
              )
            }
            const { href, onSelect } = item
            return (
              <Radix.Item
                key={item.id}
                disabled={item.disabled ?? false}
                onSelect={() => {
                  chosen.current = href === undefined ? (onSelect ?? null) : () => navigate(href)
                }}
                className={cx(itemClass, item.danger ? 'text-overdue data-highlighted:bg-overdue-tint' : '')}
              >
                {item.icon && <span className={cx(!item.danger && 'text-ink-3')}>{item.icon}</span>}
                <span className="min-w-0 flex-1 truncate">{item.label}</span>
                {item.detail && <span className="text-12 text-ink-3">{item.detail}</span>}
                {item.checked !== undefined && (
                  <Check
                    className={cx('text-brand', !item.checked && 'invisible')}
                    aria-label={item.checked ? 'chosen' : undefined}
                  />
                )}
              </Radix.Item>
            )
          })}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
