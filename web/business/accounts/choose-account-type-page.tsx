import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { BookOpen, FileText } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { roleCan } from '../../../domain/people/roles.ts'
import type { Account } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useSession, useSessionControl } from '../../session/session-context.tsx'
import { useLogOut } from '../../session/use-log-out.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { Note } from '../../ui/text/note.tsx'
import { Spinner } from '../../ui/text/spinner.tsx'
import { CalmHeading, CalmPage, inlineLink } from '../layout/calm-page.tsx'
import { NotFoundPage } from '../layout/not-found-page.tsx'
import { Redirect } from '../layout/redirect.tsx'
import { ACCOUNTING_PATH } from '../paths.ts'
import { queryClient } from '../query-client.ts'
import { accountsQuery, replaceAccount } from './accounts-query.ts'

// In the chunk of the set-up, so that the steps stay out of the first screens.
const SetupIndicator = lazyWithRetry(() => import('./setup-frame.tsx'), 'SetupIndicator')

/** Asks once, before anything else, how the account invoices. */
export function ChooseAccountTypePage() {
  return (
    <QueryClientProvider client={queryClient}>
      <Choice />
    </QueryClientProvider>
  )
}

function Choice() {
  const session = useSessionControl()
  const chosen = useSession().account
  const { data, error, refetch, isFetching } = useQuery(accountsQuery(session))
  const { logOut } = useLogOut()
  const account = data?.find(({ pk }) => pk === chosen?.id) ?? data?.[0]
  const [justChosen, setJustChosen] = useState(false)
  // Without the choice this page does not exist.
  if (account && !account.flags['choose-account-type']) return <NotFoundPage />
  if (data && account?.account_type !== null) {
    if (!justChosen) return <Redirect to="/" replace />
    if (!account?.flags['dashboard-v3'])
      return <Redirect to="/registration/$step" params={{ step: 'account-connection' }} replace />
    return account.account_type === 'provider' ? (
      <Redirect to={ACCOUNTING_PATH} search={{ setup: true }} replace />
    ) : (
      <Redirect to="/settings/company-information" search={{ setup: true }} replace />
    )
  }
  return (
    <CalmPage
      head={
        <Suspense fallback={<div className="h-6 w-full" />}>
          <SetupIndicator />
        </Suspense>
      }
      foot={
        <button type="button" onClick={logOut} className={inlineLink}>
          Log Out
        </button>
      }
    >
      {account ? (
        <TypeForm account={account} onChosen={() => setJustChosen(true)} />
      ) : error ? (
        <Note tone="error" title="Load accounts" onRetry={() => void refetch()} retrying={isFetching}>
          {actionErrorText(error)}
        </Note>
      ) : (
        <p role="status" className="flex items-center gap-2 text-ink-2">
          <Spinner /> Loading…
        </p>
      )}
    </CalmPage>
  )
}

function useChooseType(account: Account, onChosen: () => void) {
  const session = useSessionControl()
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: async (type: 'local' | 'provider') => {
      const params = { account: account.pk }
      const chosen = await session.call(contract.accounts.setAccountType, {
        params,
        body: { account_type: type },
      })
      if (type === 'local') return chosen
      // The books of a platform may be read before the set-up asks for the time zone, so the account begins with that of the browser.
      // The choice stands without it.
      const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions()
      const zoned = session.call(contract.accounts.updateSettings, { params, body: { timezone } })
      return zoned.catch(() => chosen)
    },
    onSuccess: (changed) => {
      onChosen()
      replaceAccount(queryClient, session, changed)
    },
  })
}

function TypeForm({ account, onChosen }: { account: Account; onChosen: () => void }) {
  const choose = useChooseType(account, onChosen)
  const asked = useSearch({
    strict: false,
    select: (search) => (search as { account_type?: string }).account_type,
  })
  const sent = useRef(false)
  const { mutate } = choose
  const may = roleCan(account.role, 'settings.write')
  // A link may preselect the choice. It applies only here, while no type is set.
  useEffect(() => {
    const type = asked === 'other' ? 'provider' : asked
    if ((type !== 'local' && type !== 'provider') || !may || sent.current) return
    sent.current = true
    mutate(type)
  }, [asked, may, mutate])
  if (!may) {
    return (
      <CalmHeading title="Almost there">
        You can start once the owner has finished setting up this account.
      </CalmHeading>
    )
  }
  return (
    <>
      <CalmHeading title="How do you invoice?" />
      {choose.error && (
        <Note tone="error" className="mb-5">
          {actionErrorText(choose.error)}
        </Note>
      )}
      <div className="grid gap-8">
        <Type
          icon={<FileText />}
          title="Local invoices"
          text="Create and send invoices here. Import customers and open invoices as CSV files."
          label="Start with local invoices"
          busy={choose.isPending}
          main
          onChoose={() => mutate('local')}
        />
        <Type
          icon={<BookOpen />}
          title="Accounting platform"
          text="Read customers and invoices from your accounting platform, and post payments where it takes them."
          label="Connect an accounting platform"
          busy={choose.isPending}
          onChoose={() => mutate('provider')}
        />
        <p className="text-ink-2">You can’t change this later.</p>
      </div>
    </>
  )
}

function Type({
  icon,
  title,
  text,
  label,
  busy,
  main = false,
  onChoose,
}: {
  icon: ReactNode
  title: string
  text: string
  label: string
  busy: boolean
  main?: boolean
  onChoose: () => void
}) {
  return (
    <section aria-label={title}>
      <div className="flex gap-4">
        <span className="grid size-10 flex-none place-items-center rounded-full bg-brand-tint text-brand">
          {icon}
        </span>
        <div>
          <h2 className="text-16 font-semibold">{title}</h2>
          <p className="mt-1 text-ink-2">{text}</p>
        </div>
      </div>
      <Button
        variant={main ? 'primary' : 'default'}
        size="lg"
        className="mt-4 w-full"
        busy={busy}
        onClick={onChoose}
      >
        {label}
      </Button>
    </section>
  )
}
