import { Menu as MenuIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Dialog } from '../overlay/dialog.tsx'
import type { AppShellProps } from './app-shell-props.ts'
import { AppShellSide } from './app-shell-side.tsx'
import { FrameProvider } from './frame-context.ts'
import { IconButton } from './icon-button.tsx'
import { useMediaQuery } from './media-query.ts'

/** Frame of the business app: sidebar from 1400 px, a rail of icons below, a drawer on phones. */
export function AppShell({ search, topEnd, accountShort, children, locationKey, ...side }: AppShellProps) {
  const phone = useMediaQuery('(max-width: 767.98px)')
  const [menuOpen, setMenuOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address closes the drawer
  useEffect(() => setMenuOpen(false), [locationKey])
  return (
    <div className="min-h-dvh print:block md:grid md:grid-cols-[3.5625rem_minmax(0,1fr)] 2xl:grid-cols-[15.25rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed start-2 top-2 z-70 -translate-y-16 rounded-6 bg-raised px-3 py-2 font-medium shadow-high focus:translate-y-0"
      >
        Skip to content
      </a>
      {phone ? (
        <Dialog
          open={menuOpen}
          onOpenChange={setMenuOpen}
          title="Menu"
          side="start"
          bare
          className="bg-paper!"
        >
          <AppShellSide {...side} />
        </Dialog>
      ) : (
        <aside aria-label="Sidebar" className="border-e border-line bg-paper print:hidden">
          <div className="sticky top-0 z-30 h-dvh">
            <AppShellSide {...side} />
          </div>
        </aside>
      )}
      <div className="flex min-h-dvh min-w-0 flex-col">
        <header
          data-app-top=""
          className="sticky top-0 z-20 flex h-14 flex-none items-center gap-3 border-b border-line bg-surface px-6 print:hidden max-md:gap-1 max-md:px-2"
        >
          <IconButton
            label="Open menu"
            icon={<MenuIcon />}
            aria-haspopup="dialog"
            aria-expanded={menuOpen}
            onClick={() => setMenuOpen(true)}
            className="md:hidden"
          />
          <span className="flex min-w-0 items-center gap-2 font-semibold md:hidden">{accountShort}</span>
          <div className="max-md:order-3">{search}</div>
          <div className="ms-auto flex items-center gap-1">{topEnd}</div>
        </header>
        <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          <FrameProvider value={true}>{children}</FrameProvider>
        </main>
      </div>
    </div>
  )
}
