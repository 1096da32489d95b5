import { Send } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useRequestId } from '../../../session/calls/request-id.ts'
import { sendOnce } from '../../../session/calls/send-once.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { InvoiceChoice, type InvoiceOption } from './invoice-choice.tsx'
import { MailPreview } from './mail-preview.tsx'
import type { Preview, PreviewOf, Texts } from './use-preview.ts'

/** The email for a chosen invoice as it looks and as plain text, and a button that sends it to the person who edits it. */
export function MailTrial({
  preview,
  invoice,
  onInvoice,
  test,
}: {
  preview: Preview
  invoice: InvoiceOption | null
  onInvoice: (invoice: InvoiceOption | null) => void
  /** The mail to send; null for people who may only read. */
  test: (PreviewOf & Texts) | null
}) {
  const [view, setView] = useState<'html' | 'text'>('html')
  return (
    <div className="grid min-w-0 content-start gap-4">
      <InvoiceChoice value={invoice} onChange={onInvoice} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Segmented
          label="View of the email"
          options={[
            { value: 'html', label: 'Email' },
            { value: 'text', label: 'Plain text' },
          ]}
          value={view}
          onChange={setView}
        />
        {test && <SendTestButton test={test} ready={preview.data !== undefined && preview.error === null} />}
      </div>
      <MailPreview preview={preview} errorsBeside plain={view === 'text'} className="min-w-0" />
    </div>
  )
}

function SendTestButton({ test, ready }: { test: PreviewOf & Texts; ready: boolean }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const requestId = useRequestId()
  const send = useSingleMutation({
    mutationFn: () =>
      sendOnce(requestId, test, (request_id) =>
        call(contract.mailTemplates.sendTest, { params: { account }, body: { request_id, ...test } }),
      ),
    onSuccess: ({ to }) => {
      requestId.succeeded()
      toast({ title: 'Test email sent', body: to, tone: 'success' })
    },
  })
  return (
    <>
      <Button icon={<Send />} busy={send.isPending} disabled={!ready} onClick={() => send.mutate()}>
        Send to me
      </Button>
      {send.error && (
        <Note tone="error" className="basis-full">
          {actionErrorText(send.error)}
        </Note>
      )}
    </>
  )
}
