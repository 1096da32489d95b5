import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { formatDate, isCalendarDate } from '../../../domain/dates/calendar.ts'
import { checkPaymentAmount } from '../../../domain/money/amount-check.ts'
import { currencyDigits, displayAmount, formatAmount } from '../../../domain/money/money.ts'
import { useAccount } from '../../session/account-context.ts'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { useRequestId } from '../../session/calls/request-id.ts'
import { sendOnce } from '../../session/calls/send-once.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Combobox } from '../../ui/combobox/combobox.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { wordsOf } from '../../ui/language/words-of.ts'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { type CustomerOption, loadCustomers } from '../customer-options.ts'
import { type MemoDetail, memoPath } from './memo-look.ts'

const FIELDS = ['customer', 'issued_on', 'total', 'reason'] as const

/** Issues a credit memo with a customer, an amount and a reason. It can then be applied to their invoices. */
export function IssueMemoDialog({
  customer: given = null,
  onClose,
  onIssued,
}: {
  customer?: CustomerOption | null
  onClose: () => void
  onIssued: (memo: MemoDetail) => void
}) {
  const account = useAccount()
  const call = useCall()
  const [customer, setCustomer] = useState<CustomerOption | null>(given)
  const [values, setValues] = useState({ issued_on: account.today, total: '', reason: '' })
  const [email, setEmail] = useState(true)
  const [touched, setTouched] = useState(false)
  const currency = customer?.currency ?? account.currency
  const checked = checkPaymentAmount(values.total, { currency, required: true })
  const minor = checked.ok ? checked.minor : null
  const issuing = useIssuing(onClose, onIssued)
  const failure = issuing.error instanceof ApiError ? issuing.error : null
  const field = (name: (typeof FIELDS)[number]): string | undefined => failure?.fields[name]?.join(' ')
  const placed = FIELDS.some((name) => field(name) !== undefined)
  const ready = customer !== null && minor !== null && values.issued_on !== ''
  const amountError = touched && !checked.ok ? wordsOf(checked.text) : undefined
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={issuing.isPending}
      title="Issue credit memo"
      footer={
        <DialogButtons
          onCancel={onClose}
          label={minor === null ? 'Issue credit memo' : `Issue ${displayAmount(minor, currency)}`}
          busy={issuing.isPending}
          disabled={!ready}
          onPress={() =>
            ready &&
            issuing.mutate({
              ...values,
              email: email && customer.email !== '',
              customer: customer.id,
              total: formatAmount(minor, currency),
            })
          }
        />
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {issuing.error && !placed && (
          <Note tone="error" className="sm:col-span-2">
            {actionErrorText(issuing.error)}
          </Note>
        )}
        <Combobox
          className="sm:col-span-2"
          label="Customer"
          value={customer}
          onChange={setCustomer}
          error={field('customer')}
          load={loadCustomers(call, account.pk, { activeOnly: false })}
        />
        <MoneyField
          label="Amount"
          currency={currency}
          decimals={currencyDigits(currency)}
          value={values.total}
          onChange={(total) => setValues({ ...values, total })}
          onBlur={() => setTouched(values.total !== '')}
          error={field('total') ?? amountError}
        />
        <DateField
          label="Issued on"
          value={values.issued_on}
          formatDate={(iso) => (isCalendarDate(iso) ? formatDate(iso, account.date_format) : '')}
          onChange={(issued_on) => setValues({ ...values, issued_on })}
          error={field('issued_on')}
        />
        <TextArea
          className="sm:col-span-2"
          label="Reason"
          optional
          hint="Shown on the credit memo."
          rows={2}
          maxLength={1000}
          value={values.reason}
          error={field('reason')}
          onChange={(event) => setValues({ ...values, reason: event.target.value })}
        />
        <EmailChoice customer={customer} chosen={email} onChange={setEmail} />
        {ready && <Summary customer={customer} credit={displayAmount(minor, currency)} />}
      </div>
    </TypedDialog>
  )
}

/** Whether the customer gets an email; on by default, hidden when there is no address. */
function EmailChoice({
  customer,
  chosen,
  onChange,
}: {
  customer: CustomerOption | null
  chosen: boolean
  onChange: (chosen: boolean) => void
}) {
  const nowhere = customer?.email === ''
  return (
    <Checkbox
      className="sm:col-span-2"
      label="Email it to the customer"
      description={nowhere ? 'This customer has no email address.' : undefined}
      checked={chosen && !nowhere}
      disabled={nowhere}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

const Summary = ({ customer, credit }: { customer: CustomerOption; credit: string }) => (
  <p className="text-ink-2 sm:col-span-2">
    {`${customer.label} gets ${credit} of credit. Invoices don’t change until you apply it.`}
  </p>
)

function useIssuing(onClose: () => void, onIssued: (memo: MemoDetail) => void) {
  const account = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const requestId = useRequestId()
  return useSingleMutation({
    mutationFn: (memo: {
      customer: string
      issued_on: string
      total: string
      reason: string
      email: boolean
    }) =>
      sendOnce(requestId, memo, (request_id) =>
        call(contract.creditMemos.issue, {
          params: { account: account.pk },
          body: { ...memo, request_id },
        }),
      ),
    onSuccess: async (memo) => {
      toast({
        title: 'Credit memo issued',
        body: `${memo.number}, ${moneyText(memo.total, memo.currency)} for ${memo.customer.short_name}`,
        tone: 'success',
        link: { label: 'View credit memo', href: memoPath(memo.pk) },
      })
      queries.setQueryData([account.pk, 'credit-memo', memo.pk], memo)
      onClose()
      onIssued(memo)
      await queries.invalidateQueries({ queryKey: [account.pk] })
    },
  })
}
