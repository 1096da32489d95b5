import { cloneElement, Suspense, useId, useRef, useState } from 'react'
import { lazyWithRetry } from '../layout/lazy-with-retry.ts'
import type { MenuProps } from './menu-props.ts'

const Surface = lazyWithRetry(() => import('./menu-surface.tsx'), 'MenuSurface')

/** Actions behind a button. The code is loaded when a menu button is first hovered or focused. */
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
          // A press by Enter or Space has a click count of 0.
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
