import { useState } from 'react'
import { dateInZone, formatDate } from '../../../../domain/dates/calendar.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { TypeNameDialog } from '../../layout/type-name-dialog.tsx'
import { SettingsLayout, SettingsSection } from '../settings/settings-layout.tsx'
import { ExportSection } from './export-section.tsx'
import { useCloseAccount, useReopenAccount } from './use-account-data.ts'

/** Takes everything along, closes the account, or reopens it. */
export function AccountDataPage() {
  const may = useCan('company.delete')
  return (
    <SettingsLayout
      title="Export and close"
      closed={!may && 'Only owners export everything or close the account.'}
    >
      <ExportSection />
      <ClosingSection />
    </SettingsLayout>
  )
}

function ClosingSection() {
  const { closing } = useAccount()
  return closing === null ? <CloseSection /> : <ReopenSection deleteAt={closing.delete_at} />
}

function CloseSection() {
  const { company } = useAccount()
  const [asking, setAsking] = useState(false)
  const close = useCloseAccount()
  return (
    <SettingsSection
      title="Close the account"
      description="Stops everything at once, and deletes it after 30 days. Until then you can reopen it."
    >
      <ul className="grid list-disc gap-1 ps-5 text-ink-2">
        <li>No reminders, statements or automatic payments any more.</li>
        <li>Your customers can’t open your portal or pay links. Payments under way are still settled.</li>
        <li>Your Quittance plan ends with the month you’ve paid for.</li>
        <li>
          The access to your accounting platform ends at once. After 30 days we end the access to your
          processors and delete every record.
        </li>
      </ul>
      <p className="text-ink-2">
        You may have to keep your books for some years. Download an export before you close the account.
      </p>
      <Button variant="danger" className="justify-self-start" onClick={() => setAsking(true)}>
        Close the account
      </Button>
      {asking && (
        <TypeNameDialog
          title={`Close ${company.name}?`}
          name={company.name}
          label="Close the account"
          action={{
            ...close,
            mutate: (typed) => close.mutate(typed, { onSuccess: () => setAsking(false) }),
          }}
          onClose={() => setAsking(false)}
        >
          <p>Nothing is sent or charged from now on, and everything is deleted after 30 days.</p>
        </TypeNameDialog>
      )}
    </SettingsSection>
  )
}

function ReopenSection({ deleteAt }: { deleteAt: string }) {
  const { timezone, date_format: format } = useAccount()
  const toast = useToast()
  const reopen = useReopenAccount()
  const day = formatDate(dateInZone(Date.parse(deleteAt), timezone), format)
  return (
    <SettingsSection
      title="This account is closed"
      description={`Everything is deleted on ${day}. Until then it is kept as it was.`}
    >
      {reopen.error && <Note tone="error">{actionErrorText(reopen.error)}</Note>}
      <p className="text-ink-2">
        After reopening, reminders and automatic payments continue, and your customers can pay again. A plan
        that ends with its month can be resumed under Plan and billing.
      </p>
      <Button
        variant="primary"
        className="justify-self-start"
        busy={reopen.isPending}
        onClick={() =>
          reopen.mutate(undefined, {
            onSuccess: () => toast({ title: 'The account is open again', tone: 'success' }),
          })
        }
      >
        Reopen the account
      </Button>
    </SettingsSection>
  )
}
