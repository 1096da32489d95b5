import { useState } from 'react'
import type { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import type { BulkAction } from '../../../../domain/invoices/bulk-actions.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { Note } from '../../../ui/text/note.tsx'
import { Skeleton } from '../../../ui/text/skeleton.tsx'
import { type RunSelection, useRunPreview, useStartRun } from './run-calls.ts'
import { LeftOut, RunEmails } from './run-preview.tsx'
import { ACTION_WORDS, invoicesText } from './run-words.ts'

/** Shows on which of the selected invoices an action would act, which it leaves out and why, and starts it. */
export function InvoiceRunDialog({
  action,
  selected,
  onStarted,
  onClose,
}: {
  action: BulkAction
  selected: { readonly count: number; readonly body: RunSelection }
  onStarted: () => void
  onClose: () => void
}) {
  const words = ACTION_WORDS[action]
  const [note, setNote] = useState('')
  const preview = useRunPreview(action, selected.body)
  const start = useStartRun(() => {
    onClose()
    onStarted()
  })
  const count = preview.data?.count ?? 0
  const error = start.error ?? preview.error
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${words.verb} ${invoicesText(selected.count)}`}
      description={words.effect}
      locked={start.isPending}
      footer={
        <DialogButtons
          label={`${words.verb} ${invoicesText(count)}`}
          danger={action === 'void' || action === 'write_off'}
          busy={start.isPending}
          disabled={count === 0}
          onPress={() => start.mutate({ action, ...selected.body, note: note.trim() })}
          onCancel={onClose}
        />
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {error && <Note tone="error">{actionErrorText(error)}</Note>}
        {preview.data ? (
          <Preview preview={preview.data} selected={selected.count} />
        ) : (
          !preview.error && <Skeleton className="h-40" />
        )}
        {words.note && (
          <TextArea
            label={words.note.label}
            optional
            hint={words.note.hint}
            maxLength={1000}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        )}
      </div>
    </Dialog>
  )
}

type PreviewReply = ReplyOf<typeof contract.invoiceRuns.preview>

function Preview({ preview, selected }: { preview: PreviewReply; selected: number }) {
  const { count, drafts, left_out, first, emails } = preview
  const { currency: own } = useAccount()
  const sums = preview.sums.toSorted((a, b) => Number(b.currency === own) - Number(a.currency === own))
  return (
    <section aria-label="Preview" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p>
        {count.toLocaleString('en-US')} of {selected.toLocaleString('en-US')} selected{' '}
        {selected === 1 ? 'invoice' : 'invoices'}
        {sums.length > 0 &&
          `, ${sums.map((sum) => moneyText(sum.remaining, sum.currency)).join(' and ')} in all`}
        {drafts > 0 &&
          `. ${drafts.toLocaleString('en-US')} of them ${drafts === 1 ? 'is a draft' : 'are drafts'}`}
        {emails &&
          count > 0 &&
          `, in ${emails.count === 1 ? '1 email' : `${emails.count.toLocaleString('en-US')} emails`}`}
        .
      </p>
      {emails ? <RunEmails emails={emails} /> : <Invoices first={first} count={count} />}
      <LeftOut reasons={left_out} />
    </section>
  )
}

function Invoices({ first, count }: Pick<PreviewReply, 'first' | 'count'>) {
  return (
    <>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {first.map((invoice) => (
          <li key={invoice.pk} className="flex justify-between gap-x-4">
            <span className="min-w-0 truncate">
              <span className="num">{invoice.number}</span>{' '}
              <span className="text-ink-2">{invoice.customer}</span>
            </span>
            <span className="num flex-none">{moneyText(invoice.amount, invoice.currency)}</span>
          </li>
        ))}
      </ul>
      {count > first.length && (
        <p className="text-ink-3">and {(count - first.length).toLocaleString('en-US')} more</p>
      )}
    </>
  )
}
