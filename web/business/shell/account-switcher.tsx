import { ChevronsUpDown } from 'lucide-react'
import { CompanyLogo } from '../../ui/brand-mark.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useShellSession } from './shell-session.ts'

const look = 'flex min-h-10 w-full items-center gap-2.5 rounded-6 px-2 py-1.5 text-start'

/** Which account one works in; a menu when there are several. */
export function AccountSwitcher() {
  const session = useShellSession()
  if (!session) return null
  const { account, accounts, switchAccount } = session
  const inside = (
    <>
      <CompanyLogo name={account.name} src={account.logoUrl} className="size-6 text-12" />
      <span className="min-w-0 flex-1 truncate font-semibold rail:sr-only">{account.name}</span>
    </>
  )
  if (accounts.length < 2) return <div className={look}>{inside}</div>
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={`${look} hover:bg-quiet-tint`}>
          <span className="sr-only">Switch account, now </span>
          {inside}
          <ChevronsUpDown className="size-3.5 text-ink-3 rail:hidden" />
        </button>
      }
      items={[
        { kind: 'heading', id: 'heading', label: 'Switch account' },
        ...accounts.map((other) => ({
          id: other.id,
          label: other.name,
          checked: other.id === account.id,
          onSelect: () => switchAccount(other.id),
        })),
      ]}
    />
  )
}
