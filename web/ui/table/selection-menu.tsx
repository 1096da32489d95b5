import type { ReactNode } from 'react'
import { Menu } from '../overlay/menu.tsx'
import type { MenuItem } from '../overlay/menu-props.ts'
import { selectionActionClass } from './selection-action-class.ts'

/** An action on the selected rows of which there are several kinds. */
export const SelectionMenu = ({
  icon,
  busy,
  items,
  children,
}: {
  icon: ReactNode
  busy: boolean
  items: readonly MenuItem[]
  children: ReactNode
}) => (
  <Menu
    side="top"
    items={items}
    trigger={
      <button type="button" aria-busy={busy || undefined} className={selectionActionClass}>
        {icon}
        {children}
      </button>
    }
  />
)
