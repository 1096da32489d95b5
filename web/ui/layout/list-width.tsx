import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

/** Width below which a list's rows are cards: lg 760, xl 900, 2xl 1100 px. */
export type CardsBelow = 'lg' | 'xl' | '2xl'

// Container queries measure the content box. Padding makes it narrower than 640 px up to the list's own width,
// and a negative margin gives the room back.
const NARROWED = {
  lg: ['@min-md/list:pe-30', '@min-md/list:-me-30'],
  xl: ['@min-md/list:pe-65', '@min-md/list:-me-65'],
  '2xl': ['@min-md/list:pe-115', '@min-md/list:-me-115'],
} as const

/**
 * The width that a list's classes ask for. Rows become cards below 640 px, and with `cardsBelow` below a greater
 * width; the list's other widths then grow by the same difference.
 */
export function ListWidth({
  cardsBelow,
  className,
  children,
}: {
  cardsBelow?: CardsBelow | undefined
  className?: string | undefined
  children: ReactNode
}) {
  if (!cardsBelow) return <div className={cx('@container', className)}>{children}</div>
  const [padding, margin] = NARROWED[cardsBelow]
  return (
    <div className={cx('@container/list', className)}>
      <div className={cx('@container', padding)}>
        <div className={margin}>{children}</div>
      </div>
    </div>
  )
}
