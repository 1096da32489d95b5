import { type ReactNode, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { useRequestId } from '../../session/calls/request-id.ts'
import { sendOnce } from '../../session/calls/send-once.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { EmailPreview } from './email-preview.tsx'
import type { Invoice } from './invoice-look.ts'
import { useInvoiceChanged } from './invoice-query.ts'

/** Splits a line of addresses: 'a@b.example, c@d.example'. */
const addressesOf = (text: string): string[] => text.split(/[\s,;]+/).filter((address) => address !== '')

const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/**
 * Issues a draft, with or without an email, or emails an issued invoice. States exactly what the button does.
 */
export function SendDialog({
  invoice,
  onClose,
  onSent,
}: {
  invoice: Invoice
  onClose: () => void
  onSent?: (sent: Invoice) => void
}) {
  const [way, setWay] = useState<'email' | 'silent'>('email')
  const [to, setTo] = useState(invoice.customer.emails.join(', '))
  const [message, setMessage] = useState('')
  const addresses = addressesOf(to)
  const byEmail = way === 'email'
  const sending = useSending(invoice, byEmail ? { to: addresses, message } : null, (sent) => {
    onClose()
    onSent?.(sent)
  })
  const problems = problemsOf(sending.error)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={sending.isPending}
      title={titleOf(invoice)}
      footer={
        <DialogButtons
          onCancel={onClose}
          label={byEmail ? 'Send invoice' : 'Issue without email'}
          busy={sending.isPending}
          disabled={byEmail && addresses.length === 0}
          onPress={() => sending.mutate()}
        />
      }
    >
      <div className="grid gap-4">
        {problems.general && <Note tone="error">{problems.general}</Note>}
        {invoice.state === 'draft' && (
          <Segmented
            label="How to issue it"
            value={way}
            onChange={setWay}
            options={[
              { value: 'email', label: 'Send by email' },
              { value: 'silent', label: 'Issue without email' },
            ]}
          />
        )}
        {byEmail && (
          <>
            <TextField
              label="To"
              hint="Separate addresses with commas. Each gets its own email."
              inputMode="email"
              autoComplete="off"
              value={to}
              error={problems.to}
              onChange={(event) => setTo(event.target.value)}
            />
            <TextArea
              label="Message"
              optional
              rows={3}
              maxLength={2000}
              value={message}
              error={problems.message}
              onChange={(event) => setMessage(event.target.value)}
            />
          </>
        )}
        {byEmail && <EmailPreview invoice={invoice} message={message.trim()} />}
        <WillHappen invoice={invoice} addresses={byEmail ? addresses : null} />
      </div>
    </Dialog>
  )
}

/** Title: only an invoice that was emailed before is sent again. */
function titleOf({ state, number, sent_at }: Invoice): string {
  if (state === 'draft') return `Send invoice ${number}`
  return sent_at === null ? `Email ${number}` : `Send ${number} again`
}

/** `mail` is null for an invoice that is issued without an email. */
function useSending(
  invoice: Invoice,
  mail: { readonly to: string[]; readonly message: string } | null,
  onSent: (sent: Invoice) => void,
) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const changed = useInvoiceChanged()
  const requestId = useRequestId()
  return useSingleMutation({
    mutationFn: () => {
      const asked = mail ?? { email: false }
      return sendOnce(requestId, asked, (request_id) =>
        call(contract.invoices.send, {
          params: { account: account.pk, invoice: invoice.pk },
          body: { request_id, ...asked },
        }),
      )
    },
    onSuccess: async (sent) => {
      toast({
        title: mail ? 'Invoice sent' : 'Invoice issued',
        body: toldText(sent, mail?.to ?? []),
        tone: 'success',
      })
      onSent(sent)
      await changed(sent)
    },
  })
}

function toldText(sent: Invoice, addresses: readonly string[]): string {
  const amount = moneyText(sent.total, sent.currency)
  if (addresses.length > 0) return `${sent.number}, ${amount}, is on its way to ${listed(addresses)}.`
  return `${sent.customer.short_name} now owes ${amount} on ${sent.number}.`
}

function WillHappen({ invoice, addresses }: { invoice: Invoice; addresses: readonly string[] | null }) {
  const account = useAccount()
  const strong = (text: string): ReactNode => (
    <b className="num font-semibold whitespace-normal text-ink">{text}</b>
  )
  const draft = invoice.state === 'draft'
  const owed = draft ? invoice.total : invoice.remaining
  const amount = strong(moneyText(owed, invoice.currency))
  const due = formatDate(invoice.due_date, account.date_format)
  return (
    <div className="grid gap-1 rounded-10 bg-sunken px-3.5 py-3 text-ink-2" aria-live="polite">
      {addresses !== null && addresses.length > 0 && (
        <p className="break-words">
          {isSome(owed) ? (
            <>
              Emails {amount}, due {due}, to{' '}
            </>
          ) : (
            <>Emails the paid invoice to </>
          )}
          {strong(listed(addresses))} with the PDF attached{isSome(owed) && ' and a link to pay'}.
        </p>
      )}
      {addresses !== null && addresses.length === 0 && <p>Enter at least one address.</p>}
      {draft ? (
        <p>
          {strong(invoice.customer.short_name)} will owe {amount} more, due {due}.
          {addresses === null && ' We won’t email anyone.'}
        </p>
      ) : (
        <p>{invoice.sent_at === null ? 'Emailing it' : 'Sending again'} doesn&rsquo;t change the balance.</p>
      )}
    </div>
  )
}

function problemsOf(error: Error | null): { to?: string; message?: string; general?: string } {
  if (error === null) return {}
  if (!(error instanceof ApiError)) return { general: actionErrorText(error) }
  const to = Object.entries(error.fields).find(([field]) => field === 'to' || field.startsWith('to.'))
  const message = error.fields.message?.join(' ')
  if (!to && !message) return { general: actionErrorText(error) }
  return { ...(to && { to: to[1].join(' ') }), ...(message && { message }) }
}
