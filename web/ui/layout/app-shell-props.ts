import type { ReactNode } from 'react'

export type NavItem = {
  id: string
  label: string
  href: string
  icon: ReactNode
  count?: number | undefined
  /** The link's shortcut, shown on hover: 'g i'. */
  keys?: string | undefined
}

export type AppShellProps = {
  /** Groups of links, separated by space. */
  nav: readonly (readonly NavItem[])[]
  /** The link of the current page or its parent. */
  currentId: string | null
  /** Changes with the address; an open drawer closes with it. */
  locationKey: string
  /** The account switcher at the top of the sidebar. In the rail it hides its text, except from screen readers. */
  account: ReactNode
  /** Short form of the account for a phone's top bar. */
  accountShort: ReactNode
  /** The user menu at the bottom of the sidebar. */
  user: ReactNode
  /** A SearchTrigger at the start of the top bar. */
  search: ReactNode
  /** Content at the end of the top bar. */
  topEnd?: ReactNode
  children: ReactNode
}
