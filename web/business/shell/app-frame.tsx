import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { Account } from '../../session/account-context.ts'
import { useSession } from '../../session/session-context.tsx'
import { SessionEndNote } from '../../session/session-end-note.tsx'
import { AppShell } from '../../ui/layout/app-shell.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { SearchTrigger } from '../../ui/overlay/search-trigger.tsx'
import { CompanyLogo } from '../../ui/theme/brand-mark.tsx'
import { SyncLine } from '../accounts/accounting/sync-line.tsx'
import { PageSkeleton } from '../layout/page-skeleton.tsx'
import { useFocusOnNewPage } from '../layout/use-focus-on-new-page.ts'
import { useTaskCount } from '../worklist/use-tasks.ts'
import { AccountSwitcher } from './account-switcher.tsx'
import { currentEntry, navigationFor, withTaskCount } from './navigation.tsx'
import { NotificationsSlot } from './notifications-slot.tsx'
import { Palette } from './palette/palette.tsx'
import { RestoredBanner } from './restored-banner.tsx'
import { SandboxBanner } from './sandbox-banner.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { TrialBanner } from './trial-banner.tsx'
import { UserMenu } from './user-menu.tsx'

// Loaded only for an account that has something to be told.
const StandingBanner = lazyWithRetry(() => import('./standing-banner.tsx'), 'StandingBanner')

const hasStanding = ({ blocked, closing, account_messages: messages }: Account): boolean =>
  blocked || closing !== null || messages.length > 0

/** Sidebar, top bar and command palette. Drawn in full while the accounts load (null). */
export function AppFrame({ accounts }: { accounts: readonly Account[] | null }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const kind = useLocation({ select: ({ search }) => (search as { kind?: string }).kind })
  const [searching, setSearching] = useState(false)
  const [listing, setListing] = useState(false)
  const listShortcuts = () => setListing(true)
  const chosen = useSession().account
  const account = accounts?.find(({ pk }) => pk === chosen?.id)
  const name = account?.company.name || 'Quittance'
  const nav = withTaskCount(
    navigationFor(account?.role),
    useTaskCount(account?.subscription.is_active ? account.pk : undefined),
  )
  useFocusOnNewPage(pathname)
  return (
    <AppShell
      nav={nav}
      currentId={currentEntry(pathname, kind)}
      locationKey={pathname}
      account={<AccountSwitcher accounts={accounts} />}
      accountShort={
        <>
          <CompanyLogo name={name} src={account?.company.logo} className="size-6 text-12" />
          <span className="truncate">{name}</span>
        </>
      }
      user={<UserMenu onShortcuts={listShortcuts} />}
      topEnd={
        <NotificationsSlot
          isShown={account?.subscription.is_active === true && !account.blocked && account.closing === null}
        />
      }
      search={
        <SearchTrigger label="Search customers, invoices, payments" onOpen={() => setSearching(true)} />
      }
    >
      {accounts === null ? (
        <PageSkeleton />
      ) : (
        <>
          <SessionEndNote />
          <RestoredBanner />
          {account && hasStanding(account) && (
            <Suspense fallback={null}>
              <StandingBanner />
            </Suspense>
          )}
          <TrialBanner pathname={pathname} />
          <SandboxBanner pathname={pathname} />
          <SyncLine />
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
          <Palette open={searching} onOpenChange={setSearching} onShortcuts={listShortcuts} />
        </>
      )}
      <Shortcuts nav={nav} open={listing} onOpenChange={setListing} />
    </AppShell>
  )
}
