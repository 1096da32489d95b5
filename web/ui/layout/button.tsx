import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Spinner } from '../text/spinner.tsx'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

export type ButtonProps = Omit<ComponentProps<'button'>, 'aria-disabled'> & {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  /** A lucide element before the label. */
  icon?: ReactNode
  /** Looks disabled but can be pressed, and the press says why: a form that is incomplete. */
  'aria-disabled'?: boolean | undefined
  /** Work is under way: the width stays, a spinner turns, further presses do nothing, focus is kept. */
  busy?: boolean | undefined
}

/** A button. `type` defaults to 'button'. */
export function Button({
  variant,
  size,
  icon,
  busy = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // Disabling would drop the focus; aria-disabled and the guard below keep it and still refuse a second
      // press.
      type={type}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      className={cx(buttonClass(variant, size), className)}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      <span
        className={cx('inline-flex min-w-0 items-center justify-center gap-[inherit]', busy && 'opacity-0')}
      >
        {icon}
        {children}
      </span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  )
}
