import { useEffect, useRef, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { checkPaymentAmount } from '../../../domain/money/amount-check.ts'
import { currencyDigits, parseAmount } from '../../../domain/money/money.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { useRequestId } from '../../session/calls/request-id.ts'
import { invalidateQuery, useQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { formatDate } from '../../ui/language/format-date.ts'
import { t } from '../../ui/language/text.ts'
import { wordsOf } from '../../ui/language/words-of.ts'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import type { PortalInvoice } from '../invoices/invoice-columns.tsx'
import type { OwnMemo } from './own-memo.ts'

const FORM = 'use-credit'
/** Queries of other screens that a use changes. */
const CHANGED = [
  'portal-home',
  'account',
  'credit-memos',
  'portal-invoices',
  'portal-invoice',
  'payment-options',
]

const minorOf = (amount: string, currency: string): bigint => {
  const parsed = parseAmount(amount, currency)
  return parsed.ok ? parsed.minor : 0n
}

interface UseProps {
  readonly memo: OwnMemo
  readonly company: PortalCompany
  readonly onUsed: () => void
  readonly onClose: () => void
}

/** Uses a credit memo on one of the customer's open invoices. */
export function UseCredit({ memo, company, onUsed, onClose }: UseProps) {
  const call = useCall()
  const [busy, setBusy] = useState(false)
  const invoices = useQuery({
    key: ['credit-invoices', memo.pk],
    ask: (signal) =>
      call(contract.portal.invoices, { query: { page_size: '50', order_by: '-remaining' } }, { signal }),
  })
  const open = invoices.data?.results.filter(
    ({ currency, remaining }) => currency === memo.currency && minorOf(remaining, currency) > 0n,
  )
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      size="sm"
      title={
        memo.received
          ? t('Use {credit}', { credit: memo.number })
          : t('Use credit memo {number}', { number: memo.number })
      }
      description={t('{amount} is left.', { amount: moneyText(memo.remaining, memo.currency) })}
      locked={busy}
      footer={
        <DialogButtons
          label={t('Use credit')}
          busy={busy}
          disabled={!open || open.length === 0}
          form={FORM}
          onCancel={onClose}
        />
      }
    >
      {open === undefined && !invoices.error && <Skeleton className="h-40" />}
      {invoices.error && (
        <Note
          tone="error"
          title={t('Failed to load invoices')}
          onRetry={invoices.refetch}
          retrying={invoices.isFetching}
        >
          {invoices.error.message}
        </Note>
      )}
      {open?.length === 0 && (
        <Note title={t('No open invoices')}>{t('The credit stays for your next invoice.')}</Note>
      )}
      {open && open.length > 0 && (
        <Form
          memo={memo}
          company={company}
          invoices={open}
          onBusy={setBusy}
          onUsed={onUsed}
          onClose={onClose}
        />
      )}
    </TypedDialog>
  )
}

function Form({
  memo,
  company,
  invoices,
  onBusy,
  onUsed,
  onClose,
}: UseProps & { invoices: readonly PortalInvoice[]; onBusy: (busy: boolean) => void }) {
  const call = useCall()
  const toast = useToast()
  const requestId = useRequestId()
  const form = useRef<HTMLFormElement>(null)
  const { currency } = memo
  const most = ({ remaining }: PortalInvoice): string =>
    minorOf(remaining, currency) < minorOf(memo.remaining, currency) ? remaining : memo.remaining
  const [pk, setPk] = useState(invoices[0]!.pk)
  const invoice = invoices.find((one) => one.pk === pk) ?? invoices[0]!
  const [typed, setTyped] = useState<string | null>(null)
  const amount = typed ?? most(invoice)
  const [wrong, setWrong] = useState<string | null>(null)
  const using = useSingleMutation({
    mutationFn: (body: { invoice: string; amount: string; request_id: string }) =>
      call(contract.ownCreditMemos.use, { params: { memo: memo.pk }, body }),
    onSuccess: () => {
      requestId.succeeded()
      onUsed()
      for (const name of CHANGED) invalidateQuery(name)
      toast({ title: t('Credit used on invoice {number}', { number: invoice.number }), tone: 'success' })
      onClose()
    },
    onError: requestId.failed,
  })
  useEffect(() => onBusy(using.isPending), [using.isPending, onBusy])
  const refused = using.error instanceof ApiError ? using.error.fields : {}
  const problem = wrong ?? refused.amount?.[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [wrong, using.error])
  const submit = (): void => {
    const limit = minorOf(most(invoice), currency)
    const checked = checkPaymentAmount(amount, { currency, required: true, balanceMinor: limit })
    setWrong(checked.ok ? null : wordsOf(checked.text))
    if (!checked.ok) return
    const body = { invoice: invoice.pk, amount: amount.trim() }
    using.mutate({ ...body, request_id: requestId.idFor(body) })
  }
  return (
    <form
      ref={form}
      id={FORM}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Select
        label={t('Invoice')}
        options={invoices.map((one) => ({
          value: one.pk,
          label: t('{number} · {amount} · due {date}', {
            number: one.number,
            amount: moneyText(one.remaining, currency),
            date: formatDate(one.due_date, company.dateFormat),
          }),
        }))}
        value={invoice.pk}
        error={refused.invoice?.[0]}
        onChange={(event) => {
          setPk(event.target.value)
          setTyped(null)
          setWrong(null)
        }}
      />
      <MoneyField
        label={t('Amount')}
        hint={t('At most {amount}.', { amount: moneyText(most(invoice), currency) })}
        currency={currency}
        decimals={currencyDigits(currency)}
        value={amount}
        error={problem}
        onChange={setTyped}
      />
      {using.error && refused.amount === undefined && refused.invoice === undefined && (
        <Note tone="error" title={t('We couldn’t use the credit')}>
          {using.error.message}
        </Note>
      )}
    </form>
  )
}
