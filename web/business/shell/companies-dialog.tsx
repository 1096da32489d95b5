import { useState } from 'react'
import type { Account } from '../../session/account-context.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { CompanyLogo } from '../../ui/theme/brand-mark.tsx'
import { nameOfAccount } from '../accounts/use-account-choice.ts'
import { COMPANIES_PATH } from '../paths.ts'

/** Searches the companies in which somebody works, and switches to one. Enter takes the first that matches. */
export function CompaniesDialog({
  accounts,
  current,
  onSwitch,
  onClose,
}: {
  accounts: readonly Account[]
  current: string
  onSwitch: (account: Account) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const found = accounts.filter((one) => nameOfAccount(one).toLowerCase().includes(text.trim().toLowerCase()))
  const choose = (account: Account | undefined) => {
    if (account === undefined) return
    onClose()
    if (account.pk !== current) onSwitch(account)
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Switch company"
      footer={
        <Link
          href={COMPANIES_PATH}
          className="font-medium text-ink underline underline-offset-3"
          onClick={onClose}
        >
          All companies, with what they are owed
        </Link>
      }
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          choose(found[0])
        }}
      >
        <TextField
          label="Search companies"
          type="search"
          autoComplete="off"
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <ul aria-label="Companies" className="-mx-2 max-h-80 overflow-y-auto">
          {found.map((account) => (
            <li key={account.pk}>
              <button
                type="button"
                aria-current={account.pk === current ? 'true' : undefined}
                className="flex min-h-10 w-full items-center gap-2.5 rounded-6 px-2 py-1.5 text-start hover:bg-sunken aria-[current]:font-semibold max-md:min-h-11"
                onClick={() => choose(account)}
              >
                <CompanyLogo
                  name={nameOfAccount(account)}
                  src={account.company.logo}
                  className="size-6 text-12"
                />
                <span className="min-w-0 flex-1 truncate">{nameOfAccount(account)}</span>
                {account.pk === current && <span className="text-12 text-ink-3">Open now</span>}
              </button>
            </li>
          ))}
        </ul>
        <p role="status" className="text-ink-2">
          {found.length === 0 ? 'No company has this name.' : ''}
        </p>
      </form>
    </Dialog>
  )
}
