import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Spinner } from '../text/spinner.tsx'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** The action in words: read aloud and shown on hover. */
  label: string
  icon: ReactNode
  size?: 'sm' | 'md' | undefined
  /** Draws the border of a default button. */
  outlined?: boolean | undefined
  busy?: boolean | undefined
}

/** A button that is only an icon. */
export function IconButton({
  label,
  icon,
  size = 'md',
  outlined = false,
  busy = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
      className={cx(
        'inline-grid flex-none place-items-center border text-ink-2 transition-colors hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:text-line-strong disabled:hover:bg-transparent',
        size === 'sm' ? 'size-control-sm rounded-control-sm' : 'size-control rounded-control',
        outlined ? 'border-line-strong bg-surface' : 'border-transparent',
        className,
      )}
    >
      {busy ? <Spinner /> : icon}
    </button>
  )
}
