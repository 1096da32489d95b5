import { Send } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { PaymentTerms } from '../../../../domain/dates/terms.ts'
import type { DepositTo } from '../../../../domain/payments/deposit-to.ts'
import { useAccount } from '../../../session/account-context.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useNavigateTo } from '../../../ui/layout/link.tsx'
import { useMediaQuery } from '../../../ui/layout/media-query.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { useHotkey } from '../../../ui/overlay/hotkey.ts'
import { KEYS } from '../../../ui/overlay/shortcut-keys.ts'
import { Note } from '../../../ui/text/note.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { timeOf } from '../../../ui/text/zoned-time.ts'
import { PlanText } from '../../layout/gates/plan-text.tsx'
import { LeaveGuard } from '../../layout/leave-guard.tsx'
import { recordPath } from '../../paths.ts'
import { type Invoice, toneOf } from '../invoice-look.ts'
import { SendDialog } from '../send-dialog.tsx'
import { sendLabel } from '../send-label.ts'
import { DraftConflict } from './draft-conflict.tsx'
import { type DraftValues, draftTotals, type TaxRate } from './draft-values.ts'
import { EditorCustomer, useChosenCustomer } from './editor-customer.tsx'
import { EditorDeposit } from './editor-deposit.tsx'
import { EditorDetails } from './editor-details.tsx'
import { EditorLines } from './editor-lines.tsx'
import { InvoicePreview } from './invoice-preview.tsx'
import { TotalsList } from './totals-list.tsx'
import { type DraftSaving, useDraftSaving } from './use-draft-saving.ts'

export interface EditorStart {
  /** The invoice to edit; null for a new one. */
  readonly invoice: Invoice | null
  /** The next number, used unless the user types another. */
  readonly number: string
  readonly terms: PaymentTerms
  readonly rates: readonly TaxRate[]
  /** Kinds of accounts that a connected processor has. */
  readonly deposits: readonly DepositTo[]
  readonly values: DraftValues
}

/** Editor of one invoice: the form on one side, the customer's view on the other. */
export function InvoiceEditor({
  start,
  onCreated,
  onReload,
}: {
  start: EditorStart
  onCreated: (invoice: Invoice) => void
  onReload: () => void
}) {
  const account = useAccount()
  const navigate = useNavigateTo()
  const form = useForm<DraftValues>({ defaultValues: start.values })
  const saving = useDraftSaving(form, start, onCreated)
  const [sending, setSending] = useState<Invoice | null>(null)
  const leaving = useRef(false)
  const values = form.watch()
  const currency = values.customer?.currency ?? account.currency
  const totals = draftTotals(values.lines, currency)
  const customer = useChosenCustomer(values.customer?.id)
  const send = async () => {
    const ready = saving.stored && !saving.dirty ? saving.stored : await saving.save()
    if (ready) setSending(ready)
  }
  const saveAnyway = () => void saving.save()
  useHotkey(KEYS.save, saveAnyway, sending === null)
  useHotkey(KEYS.saveAlso, saveAnyway, sending === null)
  return (
    <>
      <div className="grid min-w-0 flex-1 xl:grid-cols-[minmax(0,1fr)_26rem] 3xl:grid-cols-[minmax(0,1fr)_29rem]">
        <div className="min-w-0">
          <EditorHeader saving={saving} onSend={send} />
          {saving.problem && (
            <Note tone="error" className="mx-4 mt-4 md:mx-6">
              <PlanText>{saving.problem}</PlanText>
            </Note>
          )}
          <EditorCustomer
            form={form}
            detail={customer}
            defaultTerms={saving.stored === null ? start.terms : null}
          />
          <EditorDetails form={form} issued={saving.stored?.state === 'open'} />
          <EditorDeposit form={form} deposits={start.deposits} />
          <section className="@container border-b border-line p-4 md:px-6" aria-label="Lines">
            <EditorLines form={form} currency={currency} usedRates={start.rates} amounts={totals.lines} />
            <div className="ms-auto mt-4 w-full sm:w-72 @min-[42rem]:-mt-6 @min-[42rem]:pe-8">
              <TotalsList currency={currency} {...totals} />
            </div>
          </section>
          <section className="p-4 md:px-6" aria-label="Notes">
            <TextArea
              label="Note to the customer"
              rows={3}
              maxLength={5000}
              className="max-w-130"
              error={form.formState.errors.notes?.message}
              {...form.register('notes')}
            />
          </section>
        </div>
        <InvoicePreview
          {...{ values, totals, currency, customer }}
          stored={saving.stored}
          dirty={saving.dirty}
        />
      </div>
      {sending && (
        <SendDialog
          invoice={sending}
          onClose={() => setSending(null)}
          onSent={(sent) => {
            leaving.current = true
            navigate(recordPath('invoice', sent.pk))
          }}
        />
      )}
      <DraftConflict saving={saving} mine={values} onReload={onReload} />
      <LeaveGuard
        atRisk={() => saving.dirty && !leaving.current}
        values={{ read: form.getValues, restore: form.reset }}
        text={`${saving.stored ? `Invoice ${saving.stored.number}` : 'The new invoice'} has unsaved changes.`}
      />
    </>
  )
}

function EditorHeader({ saving, onSend }: { saving: DraftSaving; onSend: () => void }) {
  const phone = useMediaQuery('(max-width: 767.98px)')
  const { stored } = saving
  const buttons = <EditorButtons saving={saving} onSend={onSend} />
  return (
    <>
      <PageHeader
        className="sticky top-sticky z-10 border-b border-line bg-surface max-md:static"
        title={stored ? `Invoice ${stored.number}` : 'New invoice'}
        crumbs={[
          { label: 'Invoices', href: '/invoices' },
          ...(stored ? [{ label: stored.number, href: recordPath('invoice', stored.pk) }] : []),
        ]}
        detail={
          <>
            {stored ? <Tag tone={toneOf(stored)}>{stored.status}</Tag> : <Tag>Not saved yet</Tag>}
            <SavedText saving={saving} />
          </>
        }
        actions={!phone && buttons}
      />
      {phone && (
        <div className="fixed inset-x-0 bottom-0 z-20 flex gap-2 border-t border-line bg-surface px-4 py-2.5 [&>button]:min-h-11 [&>button]:flex-1">
          {buttons}
        </div>
      )}
    </>
  )
}

function SavedText({ saving }: { saving: DraftSaving }) {
  const account = useAccount()
  const text = savedWords(saving, (ms) => timeOf(new Date(ms).toISOString(), account.timezone))
  return (
    <span role="status" className="num text-12">
      {text}
    </span>
  )
}

function savedWords({ dirty, stored, savedAtMs }: DraftSaving, time: (ms: number) => string): ReactNode {
  if (stored && dirty) return 'Unsaved changes'
  return savedAtMs === null ? '' : `Saved at ${time(savedAtMs)}`
}

function EditorButtons({ saving, onSend }: { saving: DraftSaving; onSend: () => void }) {
  const { stored, busy } = saving
  const issued = stored !== null && stored.state !== 'draft'
  return (
    <>
      <Button
        variant={issued ? 'primary' : 'default'}
        busy={busy}
        className={issued ? 'order-last' : undefined}
        aria-keyshortcuts="Control+S Meta+S Control+Enter Meta+Enter"
        onClick={() => void saving.save()}
      >
        {issued ? 'Save changes' : 'Save draft'}
      </Button>
      <Button variant={issued ? 'default' : 'primary'} icon={<Send />} busy={busy} onClick={onSend}>
        {stored ? sendLabel(stored) : 'Send invoice'}
      </Button>
    </>
  )
}
