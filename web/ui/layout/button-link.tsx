import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'
import { Link, type LinkProps } from './link.tsx'

/** A link styled as a button: for navigation, never for actions. */
export function ButtonLink({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: LinkProps & {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  icon?: ReactNode
}) {
  return (
    <Link {...rest} className={cx(buttonClass(variant, size), className)}>
      {icon}
      {children}
    </Link>
  )
}
