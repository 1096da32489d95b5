import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useAction } from '../../../session/calls/use-action.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Link } from '../../../ui/layout/link.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { AskDialog } from '../../layout/ask-dialog.tsx'
import { viewerPath } from '../../paths.ts'
import { SettingsSection } from '../settings/settings-layout.tsx'
import { billingDay } from './billing-day.ts'
import { type Billing, useShowBilling } from './use-billing.ts'

/** The card on file, and the way to another one. */
export function CardSection({ billing }: { billing: Billing }) {
  const { pk, subscription } = useAccount()
  const may = useCan('billing.write')
  const call = useCall()
  const toast = useToast()
  const open = useAction(async () => {
    try {
      window.location.assign((await call(contract.billing.portal, { params: { account: pk } })).url)
    } catch (error) {
      toast({ title: 'We couldn’t open the card’s page', body: actionErrorText(error), tone: 'error' })
    }
  })
  const card = subscription.customer?.default_source
  if (!card && !billing.has_subscription) return null
  return (
    <SettingsSection title="Card on file" description="Charged each month for your plan.">
      <div className="grid justify-items-start gap-3">
        {card ? (
          <p>
            <b className="font-semibold">{`${nameOf(card.brand)} ending in ${card.last4}`}</b>
            <span className="text-ink-2">
              {`, expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`}
            </span>
          </p>
        ) : (
          <p className="text-ink-2">No card on file.</p>
        )}
        {subscription.customer && (
          <p className="text-ink-2">
            Receipts go to {subscription.customer.email || 'the owners of your company'}.
          </p>
        )}
        {may && (
          <Button busy={open.busy} onClick={open.run}>
            Change card
          </Button>
        )}
      </div>
    </SettingsSection>
  )
}

const nameOf = (brand: string): string => brand.charAt(0).toUpperCase() + brand.slice(1)

/** Cancels with the paid month, or takes that back. */
export function CancelSection({ billing }: { billing: Billing }) {
  const account = useAccount()
  const may = useCan('billing.write')
  const call = useCall()
  const toast = useToast()
  const show = useShowBilling()
  const [asking, setAsking] = useState(false)
  const params = { account: account.pk }
  const resume = useAction(async () => {
    try {
      await show(await call(contract.billing.resume, { params }))
      toast({ title: 'Your subscription continues', tone: 'success' })
    } catch (error) {
      toast({ title: 'We couldn’t resume it', body: actionErrorText(error), tone: 'error' })
    }
  })
  if (!may || !billing.has_subscription || billing.renews === null) return null
  const end = billingDay(billing.renews, account)
  if (billing.ends_with_period)
    return (
      <SettingsSection title="Canceled" description={`Your access lasts until ${end}.`}>
        <div>
          <Button busy={resume.busy} onClick={resume.run}>
            Keep my subscription
          </Button>
        </div>
      </SettingsSection>
    )
  return (
    <SettingsSection title="Cancel" description="You can come back at any time.">
      <div>
        <Button onClick={() => setAsking(true)}>Cancel subscription</Button>
      </div>
      {asking && (
        <AskDialog
          title="Cancel your subscription?"
          confirmLabel={`Cancel on ${end}`}
          work={async () => {
            await show(await call(contract.billing.cancel, { params }))
            toast({ title: `Canceled. Your access lasts until ${end}`, tone: 'success' })
          }}
          onClose={() => setAsking(false)}
        >
          You keep everything until {end}, and nothing more is charged. After that the dashboard, invoices and
          customers are closed to you. Nothing is deleted, and your customers can still see and pay their
          invoices.
        </AskDialog>
      )}
    </SettingsSection>
  )
}

const STATUS_TEXTS = { open: 'Open', paid: 'Paid', uncollectible: 'Not paid', void: 'Void' } as const

/** Invoices from Quittance, with their documents and a CSV file. */
export function InvoicesSection({ billing }: { billing: Billing }) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const save = useAction(async () => {
    try {
      const { saveFile } = await import('../../../ui/pdf/save-file.ts')
      const file = await call(contract.billing.exportInvoices, { params: { account: account.pk } })
      saveFile(file, `Invoices from Quittance ${account.today}.csv`)
    } catch (error) {
      toast({ title: 'We couldn’t export the invoices', body: actionErrorText(error), tone: 'error' })
    }
  })
  return (
    <SettingsSection title="Invoices" description="From Quittance to your company.">
      {billing.invoices.length === 0 ? (
        <p className="text-ink-2">No invoices yet.</p>
      ) : (
        <>
          <ul className="grid divide-y divide-line">
            {billing.invoices.map((invoice) => (
              <li key={invoice.pk} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 py-2.5 first:pt-0">
                <span className="flex flex-wrap items-baseline gap-x-3">
                  <Link
                    className="font-medium underline"
                    href={viewerPath(account.pk, 'billing/invoices', invoice.pk)}
                    aria-label={`Open invoice ${invoice.number}`}
                  >
                    {invoice.number}
                  </Link>
                  {invoice.document_url && (
                    <a
                      className="text-12 text-ink-2 underline"
                      href={invoice.document_url}
                      target="_blank"
                      rel="noreferrer"
                    >
                      {`At ${billing.provider?.name ?? 'the payment service'}`}
                    </a>
                  )}
                </span>
                <span className="num text-end">{moneyText(invoice.amount, invoice.currency)}</span>
                <span className="text-ink-2">{`${billingDay(invoice.issued, account)}, ${invoice.description}`}</span>
                <span className="text-end text-ink-2">{STATUS_TEXTS[invoice.status]}</span>
              </li>
            ))}
          </ul>
          <div>
            <Button busy={save.busy} onClick={save.run}>
              Export as CSV
            </Button>
          </div>
        </>
      )}
    </SettingsSection>
  )
}
