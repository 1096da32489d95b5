import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react'
import { lazyWithRetry } from '../layout/lazy-with-retry.ts'

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

type TriggerProps = {
  ref?: Ref<HTMLButtonElement>
  id?: string | undefined
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined
  onKeyDown?: ((event: KeyboardEvent<HTMLButtonElement>) => void) | undefined
  onPointerEnter?: () => void
  onFocus?: () => void
}

export type MenuProps = {
  /** One button element; it gets the ref and the aria attributes. */
  trigger: ReactElement<TriggerProps>
  items: readonly MenuItem[]
  header?: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | 'right' | undefined
  className?: string | undefined
}

const Surface = lazyWithRetry(() => import('./menu-surface.tsx'), 'MenuSurface')

/** Actions behind a button. The machinery is fetched when someone first comes near a menu's button. */
export function Menu({ trigger, ...rest }: MenuProps) {
  const ownId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  const [near, setNear] = useState(false)
  const given = trigger.props
  const id = given.id ?? ownId
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onPointerEnter: () => setNear(true),
        onFocus: () => setNear(true),
        onClick: (event) => {
          given.onClick?.(event)
          // A press by Enter or Space counts no clicks.
          setByKeyboard(event.detail === 0)
          setOpen(!open)
        },
        onKeyDown: (event) => {
          given.onKeyDown?.(event)
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setByKeyboard(true)
          setOpen(true)
        },
      })}
      {(near || open) && (
        <Suspense fallback={null}>
          <Surface
            {...rest}
            open={open}
            byKeyboard={byKeyboard}
            onOpenChange={setOpen}
            button={button}
            labelledBy={id}
          />
        </Suspense>
      )}
    </>
  )
}
