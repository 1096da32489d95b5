import type { KeyboardEvent, MouseEvent, ReactElement, ReactNode, Ref } from 'react'

export type MenuItem =
  | {
      kind?: 'item'
      id: string
      label: ReactNode
      icon?: ReactNode
      /** Secondary text at the end of the line. */
      detail?: ReactNode
      /** Runs after the menu has closed and returned the focus, so that it may open a dialog. */
      onSelect?: (() => void) | undefined
      /** Navigates there instead. */
      href?: string | undefined
      danger?: boolean | undefined
      disabled?: boolean | undefined
      /** Shows a check mark: one of several choices. */
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
