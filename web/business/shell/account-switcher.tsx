import { ChevronsUpDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Account } from '../../session/account-context.ts'
import { useSession } from '../../session/session-context.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { CompanyLogo } from '../../ui/theme/brand-mark.tsx'
import { nameOfAccount, useAccountSwitch } from '../accounts/use-account-choice.ts'
import { COMPANIES_PATH } from '../paths.ts'

const CompaniesDialog = lazyWithRetry(() => import('./companies-dialog.tsx'), 'CompaniesDialog')

/** A longer list is searched in a dialog. */
const MOST_IN_MENU = 5

const look = 'flex min-h-10 w-full items-center gap-2.5 rounded-6 px-2 py-1.5 text-start'

/** Shows the current account; a menu when there are several. */
export function AccountSwitcher({ accounts }: { accounts: readonly Account[] | null }) {
  const chosen = useSession().account
  const switchTo = useAccountSwitch()
  const [searching, setSearching] = useState(false)
  const account = accounts?.find(({ pk }) => pk === chosen?.id)
  if (!accounts || !account) {
    return (
      <div className={look}>
        <Skeleton className="size-6 rounded-6" />
        <Skeleton className="h-3.5 w-28 rail:hidden" />
      </div>
    )
  }
  const inside = (
    <>
      <CompanyLogo name={nameOfAccount(account)} src={account.company.logo} className="size-6 text-12" />
      <span className="min-w-0 flex-1 truncate font-semibold rail:sr-only">{nameOfAccount(account)}</span>
    </>
  )
  if (accounts.length < 2) return <div className={look}>{inside}</div>
  const button = (
    <button
      type="button"
      className={`${look} hover:bg-quiet-tint`}
      onClick={accounts.length > MOST_IN_MENU ? () => setSearching(true) : undefined}
    >
      {inside}
      <span className="sr-only">, switch company</span>
      <ChevronsUpDown className="size-3.5 text-ink-3 rail:hidden" />
    </button>
  )
  if (accounts.length > MOST_IN_MENU)
    return (
      <>
        {button}
        <Suspense>
          {searching && (
            <CompaniesDialog
              accounts={accounts}
              current={account.pk}
              onSwitch={switchTo}
              onClose={() => setSearching(false)}
            />
          )}
        </Suspense>
      </>
    )
  return (
    <Menu
      align="start"
      trigger={button}
      items={[
        { kind: 'heading', id: 'heading', label: 'Switch company' },
        { id: 'companies', label: 'All companies, with what they are owed', href: COMPANIES_PATH },
        { kind: 'separator', id: 'separator' },
        ...accounts.map((other) => ({
          id: other.pk,
          label: nameOfAccount(other),
          checked: other.pk === account.pk,
          onSelect: () => {
            if (other.pk !== account.pk) switchTo(other)
          },
        })),
      ]}
    />
  )
}
