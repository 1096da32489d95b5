import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { AppShell } from '../../ui/app-shell.tsx'
import { CompanyLogo } from '../../ui/brand-mark.tsx'
import { SearchTrigger } from '../../ui/search-trigger.tsx'
import { AccountSwitcher } from './account-switcher.tsx'
import { currentEntry, NAVIGATION } from './navigation.tsx'
import { Palette } from './palette.tsx'
import { useShellSession } from './shell-session.ts'
import { UserMenu } from './user-menu.tsx'

/** A screen reader starts at the top of a new page; the address's search part changes within one. */
function useFocusOnNewPage(pathname: string) {
  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs because the page changed
  useEffect(() => {
    if (!first.current) document.getElementById('main')?.focus({ preventScroll: true })
    first.current = false
  }, [pathname])
}

/** The frame around every page of a signed-in user. */
export function Shell() {
  const session = useShellSession()
  const pathname = useLocation({ select: (location) => location.pathname })
  const [searching, setSearching] = useState(false)
  useFocusOnNewPage(pathname)
  const name = session?.account.name ?? 'Quittance'
  return (
    <AppShell
      nav={NAVIGATION}
      currentId={currentEntry(pathname)}
      locationKey={pathname}
      account={<AccountSwitcher />}
      accountShort={
        <>
          <CompanyLogo name={name} src={session?.account.logoUrl} className="size-6 text-12" />
          <span className="truncate">{name}</span>
        </>
      }
      user={<UserMenu />}
      search={
        <SearchTrigger label="Search customers, invoices, payments" onOpen={() => setSearching(true)} />
      }
    >
      <Outlet />
      <Palette open={searching} onOpenChange={setSearching} />
    </AppShell>
  )
}
