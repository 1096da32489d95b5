import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { dueDate, type PaymentTerms } from '../../../../domain/dates/terms.ts'
import { useAccount, useCan, usePlatformName } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { recordPath } from '../../paths.ts'
import type { Invoice } from '../invoice-look.ts'
import { blankLine, type DraftValues, draftOf, type TaxRate } from './draft-values.ts'
import { InvoiceEditor } from './invoice-editor.tsx'

interface Opened {
  readonly key: number
  /** The invoice that the editor opened; undefined for a new one. */
  readonly openedWith: string | undefined
  /** The address's invoice id at the last render. */
  readonly invoice: string | undefined
  /** The id of the invoice that the first save created; the address changes to it afterwards. */
  readonly created?: string
  readonly customer: string | undefined
}

/** Creates or edits an invoice. The address follows the first save without remounting the editor. */
export function EditorPage() {
  const { invoice, customer } = useSearch({ strict: false }) as { invoice?: string; customer?: string }
  const mayWrite = useCan('invoices.write')
  const [opened, setOpened] = useState<Opened>({ key: 0, openedWith: invoice, invoice, customer })
  const open = (id: string | undefined) =>
    setOpened((before) => ({ key: before.key + 1, openedWith: id, invoice: id, customer }))
  if (invoice !== opened.invoice) {
    if (invoice !== undefined && invoice === opened.created) setOpened({ ...opened, invoice })
    else open(invoice)
  } else if (customer !== undefined && customer !== opened.customer) open(invoice)
  const platform = usePlatformName()
  if (platform !== null)
    return (
      <Refused
        text={`Create and change invoices in ${platform}. They are read from there.`}
        invoice={invoice}
      />
    )
  if (!mayWrite) return <Refused text="You don't have permission to do that." invoice={invoice} />
  return (
    <EditorLoader
      key={opened.key}
      opened={opened}
      onCreated={(created) => setOpened((before) => ({ ...before, created: created.pk }))}
      onReload={() => open(opened.invoice)}
    />
  )
}

/** Reads the invoice once for each opening of the editor, never from the cache. */
const FRESH = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY } as const

function useStart(opened: Opened) {
  const account = useAccount()
  const call = useCall()
  const params = { account: account.pk }
  const defaults = useQuery({
    ...FRESH,
    queryKey: [account.pk, 'invoice-defaults', opened.key],
    queryFn: ({ signal }) => call(contract.invoices.defaults, { params }, { signal }),
  })
  const invoice = useQuery({
    ...FRESH,
    queryKey: [account.pk, 'invoice-to-edit', opened.openedWith, opened.key],
    queryFn: ({ signal }) =>
      call(contract.invoices.read, { params: { ...params, invoice: opened.openedWith ?? '' } }, { signal }),
    enabled: opened.openedWith !== undefined,
  })
  const wanted = opened.openedWith === undefined ? opened.customer : undefined
  const customer = useQuery({
    queryKey: [account.pk, 'customer', wanted],
    queryFn: ({ signal }) =>
      call(contract.customers.read, { params: { ...params, customer: wanted ?? '' } }, { signal }),
    enabled: wanted !== undefined,
  })
  const needed = [defaults, ...(opened.openedWith ? [invoice] : []), ...(wanted ? [customer] : [])]
  return { defaults: defaults.data, invoice: invoice.data, customer: customer.data, needed }
}

function EditorLoader({
  opened,
  onCreated,
  onReload,
}: {
  opened: Opened
  onCreated: (invoice: Invoice) => void
  onReload: () => void
}) {
  const start = useStart(opened)
  const failed = start.needed.find((query) => query.error && !query.data)
  if (failed?.error) {
    return (
      <Frame>
        <Note
          tone="error"
          title="Failed to load invoices"
          onRetry={() => failed.refetch()}
          retrying={failed.isFetching}
        >
          {actionErrorText(failed.error)}
        </Note>
      </Frame>
    )
  }
  if (!start.defaults || start.needed.some((query) => !query.data)) return <Waiting />
  if (start.invoice && !start.invoice.can.edit) {
    return <Refused text="This invoice is closed, or has payments or credits." invoice={start.invoice.pk} />
  }
  return (
    <InvoiceEditor
      start={{
        invoice: start.invoice ?? null,
        number: start.defaults.number,
        terms: start.defaults.terms as PaymentTerms,
        rates: start.defaults.tax_rates,
        deposits: start.defaults.deposits,
        values: start.invoice ? draftOf(start.invoice) : newDraft(start.defaults, start.customer),
      }}
      onCreated={onCreated}
      onReload={onReload}
    />
  )
}

interface Defaults {
  number: string
  invoice_date: string
  due_date: string
  terms: string
  notes: string
  tax_rates: TaxRate[]
}

function newDraft(
  defaults: Defaults,
  customer:
    | { pk: string; short_name: string; email: string; currency: string; terms: string | null }
    | undefined,
): DraftValues {
  const terms = (customer?.terms ?? defaults.terms) as PaymentTerms
  return {
    customer: customer
      ? {
          id: customer.pk,
          label: customer.short_name,
          email: customer.email,
          currency: customer.currency,
          terms: customer.terms,
        }
      : null,
    number: defaults.number,
    invoice_date: defaults.invoice_date,
    terms,
    due_date: dueDate(defaults.invoice_date, terms) ?? defaults.due_date,
    notes: defaults.notes,
    deposit_to: 'operating',
    lines: [blankLine()],
  }
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <>
      <PageHeader title="Invoice" crumbs={[{ label: 'Invoices', href: '/invoices' }]} />
      <div className="px-4 md:px-6">{children}</div>
    </>
  )
}

function Refused({ text, invoice }: { text: string; invoice: string | undefined }) {
  return (
    <Frame>
      <Note tone="warning" title="You can’t edit this invoice">
        <p className="mb-2">{text}</p>
        <ButtonLink size="sm" href={invoice ? recordPath('invoice', invoice) : '/invoices'}>
          {invoice ? 'View invoice' : 'View all invoices'}
        </ButtonLink>
      </Note>
    </Frame>
  )
}

function Waiting() {
  return (
    <div className="grid gap-4 p-4 md:p-6" aria-busy="true">
      <Skeleton className="h-8 w-60" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
      <Skeleton className="h-60" />
    </div>
  )
}
