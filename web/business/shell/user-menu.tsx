import { CircleUser, Command, Ellipsis, LogOut, Monitor, Moon, Rocket, Sun } from 'lucide-react'
import { useSession } from '../../session/session-context.tsx'
import { useLogOut } from '../../session/use-log-out.ts'

import { Menu } from '../../ui/overlay/menu.tsx'
import type { MenuItem } from '../../ui/overlay/menu-props.ts'

import { Avatar } from '../../ui/text/avatar.tsx'
import { type Theme, useTheme } from '../../ui/theme/theme.ts'
import { GETTING_STARTED_PATH } from '../paths.ts'

export const THEMES: ReadonlyArray<{ id: Theme; label: string; icon: React.ReactNode }> = [
  { id: 'system', label: 'System', icon: <Monitor /> },
  { id: 'light', label: 'Light', icon: <Sun /> },
  { id: 'dark', label: 'Dark', icon: <Moon /> },
]

/** Menu of the signed-in user: login, theme, shortcuts, log out. */
export function UserMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { user } = useSession()
  const { logOut } = useLogOut()
  const [theme, setTheme] = useTheme()
  if (!user) return null
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email
  const items: MenuItem[] = [
    { id: 'profile', label: 'Profile', icon: <CircleUser />, href: '/settings/profile' },
    { id: 'getting-started', label: 'Getting started', icon: <Rocket />, href: GETTING_STARTED_PATH },
    { id: 'shortcuts', label: 'Keyboard shortcuts', icon: <Command />, onSelect: onShortcuts },
    { kind: 'separator', id: 'line-1' },
    { kind: 'heading', id: 'theme', label: 'Theme' },
    ...THEMES.map(({ id, label, icon }) => ({
      id,
      label,
      icon,
      checked: id === theme,
      onSelect: () => setTheme(id),
    })),
    { kind: 'separator', id: 'line-2' },
    { id: 'log-out', label: 'Log Out', icon: <LogOut />, onSelect: logOut },
  ]
  return (
    <Menu
      align="start"
      side="top"
      items={items}
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2.5 rounded-6 px-2 py-1.5 text-start hover:bg-quiet-tint"
        >
          <Avatar name={name} size="sm" />
          <span className="grid min-w-0 flex-1 rail:sr-only">
            <strong className="truncate font-semibold">{name}</strong>
            <span className="sr-only">, user menu</span>
            {name !== user.email && <small className="truncate text-12 text-ink-3">{user.email}</small>}
          </span>
          <Ellipsis className="size-3.5 text-ink-3 rail:hidden" />
        </button>
      }
    />
  )
}
