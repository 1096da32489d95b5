import { Suspense, useEffect, useState } from 'react'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { SessionProvider, useSession, useSessionControl } from '../../session/session-context.tsx'
import { forgetCustomersLanguage } from '../../ui/language/forget-language.ts'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { MessagePage } from '../../ui/layout/message-page.tsx'
import { PortalFooter } from '../../ui/layout/portal-footer.tsx'
import { PortalHeader } from '../../ui/layout/portal-header.tsx'
import { ToastProvider, useToast } from '../../ui/overlay/toast.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import { type CustomerAccount, useAccount, useAllAccounts } from '../account/use-account.ts'
import { usePreferences } from '../account/use-preferences.ts'
import { onAppHost } from '../app-host.ts'
import { HomeTab } from '../home/home-tab.tsx'
import { navigate, useSearchParams } from '../location.ts'
import { NO_CHOICE, usePlans } from '../plans/use-plans.ts'
import { browserSession, isFramedWithoutStorage, LOGIN, PLANS_TAB, SITE } from '../portal-session.ts'
import { isPreview } from '../preview/preview-store.ts'
import { usePortalHome } from './use-portal-home.ts'

/** Loaded only when shown. */
const SwitchAccount = lazyWithRetry(() => import('./switch-account.tsx'), 'SwitchAccount')
const PeopleDialog = lazyWithRetry(() => import('../people/people-dialog.tsx'), 'PeopleDialog')
const LoginSecurity = lazyWithRetry(() => import('../login/login-security.tsx'), 'LoginSecurity')
const StorageDisabledDialog = lazyWithRetry(
  () => import('../../session/storage/storage-disabled-dialog.tsx'),
  'StorageDisabledDialog',
)
const FramedStorageDialog = lazyWithRetry(
  () => import('../framed/framed-storage-dialog.tsx'),
  'FramedStorageDialog',
)
const SessionEndNote = lazyWithRetry(() => import('../../session/session-end-note.tsx'), 'SessionEndNote')
/** Loaded with its tab, which most payers never open. */
const InvoicesTab = lazyWithRetry(() => import('../invoices/invoices-tab.tsx'), 'InvoicesTab')
const StatementTab = lazyWithRetry(() => import('../statement/statement-tab.tsx'), 'StatementTab')
const PaymentsTab = lazyWithRetry(() => import('../payments/payments-tab.tsx'), 'PaymentsTab')
const MemoView = lazyWithRetry(() => import('../credit-memos/memo-view.tsx'), 'MemoView')
const DetailsPage = lazyWithRetry(() => import('../details/details-page.tsx'), 'DetailsPage')
const PlansTab = lazyWithRetry(() => import('../plans/plans-tab.tsx'), 'PlansTab')
const NoPortal = lazyWithRetry(() => import('../auth/no-portal.tsx'), 'NoPortal')
const PreviewFrame = lazyWithRetry(() => import('../preview/preview-frame.tsx'), 'PreviewFrame')

const TABS = [
  { id: '1', label: t('Home'), href: `${SITE}?tab=1` },
  { id: '2', label: t('Invoices'), href: `${SITE}?tab=2` },
  { id: PLANS_TAB, label: t('Payment Plans'), href: `${SITE}?tab=${PLANS_TAB}` },
  { id: '4', label: t('Statement'), href: `${SITE}?tab=4` },
  { id: 'payments', label: t('Payments'), href: `${SITE}?tab=payments` },
]

/** Pages without a tab: a row of Home and the customer's menu lead to them. */
const PAGES = [
  { id: 'credit', label: t('Credit memo') },
  { id: 'details', label: t('Your details') },
]

/** One company's portal for one customer: header, tabs, and the tab that the address names. */
export function PortalSite() {
  useEffect(() => browserSession.start(), [])
  return (
    <SessionProvider session={browserSession.session}>
      <ToastProvider>
        <Suspense>
          {!browserSession.isStored &&
            (isFramedWithoutStorage ? <FramedStorageDialog /> : <StorageDisabledDialog />)}
        </Suspense>
        {isPreview ? (
          <Suspense fallback={<Loading />}>
            <PreviewFrame>
              <SignedInSite />
            </PreviewFrame>
          </Suspense>
        ) : onAppHost ? (
          <Suspense>
            <NoPortal />
          </Suspense>
        ) : (
          <SignedInSite />
        )}
      </ToastProvider>
    </SessionProvider>
  )
}

/** Renders no component that fetches by itself until the portal's first answer has arrived. */
function SignedInSite() {
  const { signedIn } = useSession()
  const home = usePortalHome()
  if (!signedIn) return <Leave />
  if (home.error) return <PortalFailed error={home.error} onRetry={home.refetch} />
  return home.data ? <OpenSite /> : <Loading />
}

/** Redirects to the login with the reason: no session, or stored session data that can't be read. */
function Leave() {
  const session = useSessionControl()
  useEffect(() => {
    const leave = async () => navigate(`${LOGIN}?reason=${await session.check()}`, { replace: true })
    if (!session.isOver || isPreview) {
      void leave()
      return
    }
    // The session's end loads the login, and a change of the address now would race with that. The browser's Back
    // button may bring this page back.
    window.addEventListener('pageshow', leave)
    return () => window.removeEventListener('pageshow', leave)
  }, [session])
  return null
}

function OpenSite() {
  const account = useAccount()
  const preferences = usePreferences()
  const error = account.error ?? preferences.error
  useLanguageOf(account.data)
  if (error)
    return (
      <PortalFailed
        error={error}
        onRetry={() => {
          account.refetch()
          preferences.refetch()
        }}
      />
    )
  if (!account.data || !preferences.data) return <Loading />
  const { company, date_format: dateFormat, embed, legacy } = preferences.data
  return <Site account={account.data} company={{ ...company, dateFormat, legacy }} embedded={embed} />
}

/** Follows the customer's language. A preview stays in the language of who opened it. */
function useLanguageOf(account: CustomerAccount | undefined): void {
  const language = account?.language ?? null
  useEffect(() => {
    if (language === null || isPreview || language === document.documentElement.lang) return
    const follow = async () => (await import('../../ui/language/follow-language.ts')).followLanguage(language)
    // A page that can't load this stays in its language.
    follow().catch(() => {})
  }, [language])
}

function Site({
  account,
  company,
  embedded,
}: {
  account: CustomerAccount
  company: PortalCompany
  embedded: boolean
}) {
  const [search] = useSearchParams()
  const tab = search.get('tab') ?? '1'
  const session = useSessionControl()
  const { endsAtMs } = useSession()
  const logOut = useLogOut()
  const [opened, setOpened] = useState<'switch' | 'people' | 'login' | null>(null)
  const close = () => setOpened(null)
  const others = useAllAccounts()
  const plans = (usePlans(account.pk, NO_CHOICE).data?.count ?? 0) > 0
  const actions = [
    ...(others.data && others.data.count > 1
      ? [{ id: 'switch', label: t('Switch Account'), onSelect: () => setOpened('switch') }]
      : []),
    { id: 'details', label: t('Your details'), onSelect: () => navigate(`${SITE}?tab=details`) },
    // Account security is for the login's owner only; a preview hides it.
    ...(isPreview
      ? []
      : [
          { id: 'people', label: t('People'), onSelect: () => setOpened('people') },
          { id: 'login', label: t('Login and security'), onSelect: () => setOpened('login') },
        ]),
    { id: 'logout', label: t('Log Out'), onSelect: logOut },
  ]
  return (
    <>
      <title>{`${[...TABS, ...PAGES].find((entry) => entry.id === tab)?.label ?? t('Portal')} · ${company.name}`}</title>
      <PortalHeader
        company={{ name: company.name, logoUrl: company.logo, href: SITE }}
        customer={{ name: account.short_name, ...(account.emails[0] && { detail: account.emails[0] }) }}
        actions={actions}
        tabs={TABS.filter(({ id }) => id !== PLANS_TAB || plans)}
        currentTab={tab}
        embedded={embedded}
      />
      {endsAtMs !== null && (
        <Suspense>
          <SessionEndNote />
        </Suspense>
      )}
      <main id="main" tabIndex={-1} className="mx-auto max-w-page px-4 py-6 outline-none md:px-6 md:py-8">
        {company.note && !embedded && <p className="mb-5 text-14 text-ink-2">{company.note}</p>}
        <Tab id={tab} account={account} company={company} />
      </main>
      <PortalFooter>
        {embedded && (
          <span className="flex gap-2">
            {actions.map((action) => (
              <Button key={action.id} variant="bare" size="sm" onClick={action.onSelect}>
                {action.label}
              </Button>
            ))}
          </span>
        )}
      </PortalFooter>
      <Suspense>
        {opened === 'switch' && others.data && (
          <SwitchAccount
            accounts={others.data.results}
            current={account.pk}
            onClose={close}
            onChoose={(id, formerId) => {
              session.chooseCustomer(id, formerId)
              close()
              // The server chooses the language of the next customer's page.
              if (forgetCustomersLanguage()) window.location.reload()
            }}
          />
        )}
        {opened === 'people' && <PeopleDialog account={account} company={company.name} onClose={close} />}
        {opened === 'login' && (
          <LoginSecurity company={company.name} dateFormat={company.dateFormat} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

/** Returns what the menu's last entry does: logs out, or says that a preview can't. */
function useLogOut(): () => void {
  const session = useSessionControl()
  const toast = useToast()
  const { mutate } = useSingleMutation({
    mutationFn: () => session.logOut(),
    onError: (error) => toast({ title: t('Failed to logout'), body: error.message, tone: 'error' }),
  })
  return isPreview
    ? () => toast({ title: t('This is a preview'), body: t('Only the customer can log out.') })
    : () => mutate()
}

function PortalFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const toast = useToast()
  useEffect(
    () => toast({ title: t('Failed to load customer data'), body: error.message, tone: 'error' }),
    [toast, error],
  )
  return (
    <MessagePage
      title={t('There is a error to load this portal, try again later')}
      actions={
        <Button variant="primary" onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    >
      {error.message}
    </MessagePage>
  )
}

function Loading() {
  return (
    <div aria-busy="true" className="mx-auto grid max-w-page gap-6 px-4 py-6 md:px-6">
      <Skeleton className="h-9 w-60" />
      <Skeleton className="h-58" />
      <Skeleton className="h-80" />
    </div>
  )
}

function Tab({ id, account, company }: { id: string; account: CustomerAccount; company: PortalCompany }) {
  if (id === '1') return <HomeTab account={account} company={company} />
  if (![...TABS, ...PAGES].some((entry) => entry.id === id))
    return <p role="alert">{t("Sorry, we couldn't find that page.")}</p>
  return (
    <Suspense fallback={<Skeleton className="h-80" />}>
      {id === '2' ? (
        <InvoicesTab account={account} company={company} />
      ) : id === 'credit' ? (
        <MemoView company={company} />
      ) : id === 'details' ? (
        <DetailsPage account={account} company={company} />
      ) : id === 'payments' ? (
        <PaymentsTab account={account} company={company} />
      ) : id === PLANS_TAB ? (
        <PlansTab account={account} company={company} />
      ) : (
        <StatementTab account={account} company={company} />
      )}
    </Suspense>
  )
}
