import { Ellipsis, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { type Theme, useTheme } from '../../ui/theme.ts'
import { useShellSession } from './shell-session.ts'

const THEMES: ReadonlyArray<{ id: Theme; label: string; icon: React.ReactNode }> = [
  { id: 'system', label: 'Same as system', icon: <Monitor /> },
  { id: 'light', label: 'Light', icon: <Sun /> },
  { id: 'dark', label: 'Dark', icon: <Moon /> },
]

/** Who is signed in, the theme, and the way out. */
export function UserMenu() {
  const session = useShellSession()
  const [theme, setTheme] = useTheme()
  if (!session) return null
  const { user, logOut } = session
  const items: MenuItem[] = [
    { kind: 'heading', id: 'theme', label: 'Theme' },
    ...THEMES.map(({ id, label, icon }) => ({
      id,
      label,
      icon,
      checked: id === theme,
      onSelect: () => setTheme(id),
    })),
    { kind: 'separator', id: 'line' },
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
          <span className="sr-only">User menu, </span>
          <Avatar name={user.name} size="sm" />
          <span className="grid min-w-0 flex-1 rail:sr-only">
            <strong className="truncate font-semibold">{user.name}</strong>
            <small className="truncate text-12 text-ink-3">{user.detail}</small>
          </span>
          <Ellipsis className="size-3.5 text-ink-3 rail:hidden" />
        </button>
      }
    />
  )
}
