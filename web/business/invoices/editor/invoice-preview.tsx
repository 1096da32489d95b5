import { Download } from 'lucide-react'
import type { CustomerDetail } from '../../../../contract/customers.ts'
import { formatDate, isCalendarDate } from '../../../../domain/dates/calendar.ts'
import { PAYMENT_TERM_LABELS } from '../../../../domain/dates/terms.ts'
import { netSubtotal } from '../../../../domain/invoices/net-subtotal.ts'
import { addressLines } from '../../../../domain/people/postal-address.ts'
import { type Account, useAccount } from '../../../session/account-context.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { FactList } from '../../../ui/text/fact-list.tsx'
import { isSome, moneyText } from '../../../ui/text/money-text.ts'
import { CompanyLogo } from '../../../ui/theme/brand-mark.tsx'
import type { Invoice } from '../invoice-look.ts'
import { usePdf } from '../use-pdf.ts'
import { type DraftValues, isBlankLine } from './draft-values.ts'
import type { Totals } from './totals-list.tsx'

interface PreviewProps {
  values: DraftValues
  totals: Totals & { lines: readonly string[] }
  currency: string
  customer: CustomerDetail | undefined
}

/** Invoice preview as the customer will see it, and of the effect of sending it. */
export function InvoicePreview({
  stored,
  dirty,
  ...shown
}: PreviewProps & { stored: Invoice | null; dirty: boolean }) {
  return (
    <aside aria-label="Preview" className="min-w-0 border-line bg-sunken max-xl:border-t xl:border-s">
      <div className="p-4 max-md:pb-24 md:p-6 xl:sticky xl:top-sticky">
        <div className="mb-3 flex min-h-control-sm items-center justify-between gap-2">
          <h2 className="font-semibold">Preview</h2>
          {stored && <PdfButton invoice={stored} dirty={dirty} />}
        </div>
        <PreviewSheet {...shown} />
        <WillSend {...shown} />
      </div>
    </aside>
  )
}

function PdfButton({ invoice, dirty }: { invoice: Invoice; dirty: boolean }) {
  const pdf = usePdf(invoice)
  return (
    <Button
      size="sm"
      icon={<Download />}
      busy={pdf.isPending}
      disabled={dirty}
      title={dirty ? 'Save to download the latest version.' : undefined}
      onClick={() => pdf.mutate()}
    >
      Download PDF
    </Button>
  )
}

function PreviewSheet({ values, totals, currency, customer }: PreviewProps) {
  const account = useAccount()
  const lines = values.lines.map((line, at) => ({ ...line, at })).filter((line) => !isBlankLine(line))
  const bare = (amount: string): string => moneyText(amount, currency, false)
  return (
    <article
      aria-label="Invoice preview"
      className="on-paper mx-auto flex min-h-110 w-full max-w-130 flex-col rounded-2 border border-line bg-surface p-5 text-11 text-ink shadow-high sm:p-7"
    >
      <Letterhead account={account} number={values.number} />
      <Addressee {...{ account, values, totals, currency, customer }} />
      <table className="w-full">
        <caption className="sr-only">Lines</caption>
        <thead>
          <tr className="border-b border-line text-ink-3 [&>th]:pb-1.5 [&>th]:font-normal">
            <th scope="col" className="text-start">
              Item
            </th>
            <th scope="col" className="ps-2 text-end">
              Quantity
            </th>
            <th scope="col" className="ps-2 text-end">
              Price
            </th>
            <th scope="col" className="ps-2 text-end">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.at} className="border-b border-line align-top [&>*]:py-1.5">
              <th scope="row" className="text-start font-medium break-words">
                {line.description}
                {line.detail && <span className="block font-normal text-ink-3">{line.detail}</span>}
                {isSome(line.discount) && (
                  <span className="block font-normal text-ink-3">{line.discount}% off</span>
                )}
              </th>
              <td className="num ps-2 text-end">{line.quantity}</td>
              <td className="num ps-2 text-end">{bare(line.unit_price || '0')}</td>
              <td className="num ps-2 text-end">{bare(totals.lines[line.at] ?? '0')}</td>
            </tr>
          ))}
          {lines.length === 0 && (
            <tr>
              <td colSpan={4} className="py-3 text-ink-3">
                Lines appear here as you add them.
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <SheetTotals totals={totals} currency={currency} />
      {values.notes.trim() !== '' && (
        <p className="mt-auto border-t border-line pt-3 break-words whitespace-pre-line text-ink-2">
          {values.notes}
        </p>
      )}
    </article>
  )
}

function Letterhead({ account, number }: { account: Account; number: string }) {
  const { company } = account
  const lines = [...addressLines(company.postal_address), company.email].filter(Boolean)
  return (
    <div className="flex items-start justify-between gap-4 pb-4">
      <div className="min-w-0">
        <p className="mb-1.5 flex items-center gap-2 text-13 font-semibold">
          <CompanyLogo name={company.name} src={company.logo} className="size-6 flex-none" />
          <span className="min-w-0 break-words">{company.name}</span>
        </p>
        {lines.map((line) => (
          <p key={line} className="break-words text-ink-3">
            {line}
          </p>
        ))}
      </div>
      <div className="text-end">
        <p className="text-20 font-semibold">Invoice</p>
        <p className="num text-ink-3">{number}</p>
      </div>
    </div>
  )
}

function Addressee({ account, values, totals, currency, customer }: PreviewProps & { account: Account }) {
  const { company, date_format } = account
  const date = (iso: string): string => (isCalendarDate(iso) ? formatDate(iso, date_format) : '')
  const address = customer ? addressLines(customer, company.postal_address.country) : []
  const facts = [
    ['Invoice date', date(values.invoice_date)],
    ...(values.terms === 'custom' ? [] : [['Terms', PAYMENT_TERM_LABELS[values.terms]]]),
    ['Due date', date(values.due_date)],
    ['Amount due', moneyText(totals.total, currency)],
  ]
  return (
    <div className="flex flex-wrap justify-between gap-4 border-t border-line pt-3.5 pb-4">
      <div className="min-w-0">
        <p className="text-ink-3">Bill to</p>
        <p className="font-semibold">{values.customer?.label ?? 'No customer yet'}</p>
        {address.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <FactList facts={facts} className="gap-x-4 gap-y-px" />
    </div>
  )
}

function SheetTotals({ totals, currency }: { totals: Totals; currency: string }) {
  const bare = (amount: string): string => moneyText(amount, currency, false)
  const rows = [
    [
      isSome(totals.discount) ? `Subtotal after discounts of ${bare(totals.discount)}` : 'Subtotal',
      bare(netSubtotal(totals.subtotal, totals.discount, currency)),
    ],
    ...totals.taxes.map((tax) => [`${tax.name} ${tax.rate}%`, bare(tax.amount)]),
  ]
  return (
    <dl className="ms-auto mt-2.5 mb-5 grid w-56 gap-1">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="text-ink-2">{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
      <div className="mt-1 flex justify-between gap-3 border-t border-ink pt-2 text-13 font-semibold">
        <dt>Total, {currency}</dt>
        <dd className="num">{bare(totals.total)}</dd>
      </div>
    </dl>
  )
}

/** Describes in one sentence what Send does. */
function WillSend({ values, totals, currency, customer }: PreviewProps) {
  const account = useAccount()
  if (!customer || !isSome(totals.total)) return null
  const addresses = [customer.email, ...customer.emails].filter((address) => address !== '')
  const due = isCalendarDate(values.due_date) ? formatDate(values.due_date, account.date_format) : ''
  const strong = (text: string) => <b className="num font-semibold whitespace-normal text-ink">{text}</b>
  return (
    <p className="mt-3.5 break-words text-pretty text-ink-2">
      {addresses.length > 0 ? (
        <>
          Sending emails {strong(moneyText(totals.total, currency))}, due {due}, to{' '}
          {strong(addresses.join(', '))} with the PDF attached and a link to pay.
        </>
      ) : (
        <>{strong(customer.short_name)} has no email address yet. You can enter one when you send.</>
      )}
    </p>
  )
}
