import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { SHARE_DAYS } from '../../../contract/reports/reports.ts'
import { FormDialog } from '../../account-security/second-factor-forms.tsx'
import { useAccount } from '../../session/account-context.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { useCall } from '../../session/session-context.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { RadioTiles } from '../../ui/fields/radio-tiles.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { LinkDialog } from './link-dialog.tsx'
import type { ReportLink } from './report-link-row.tsx'

type Days = (typeof SHARE_DAYS)[number]

const TERMS = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const satisfies readonly { value: `${Days}`; label: string }[]

/** Creates a link to the report, then shows it. */
export function ShareDialog({ onClose, onShared }: { onClose: () => void; onShared: () => unknown }) {
  const [made, setMade] = useState<ReportLink | null>(null)
  const shared = (link: ReportLink) => {
    setMade(link)
    void onShared()
  }
  return made === null ? (
    <ShareForm onClose={onClose} onShared={shared} />
  ) : (
    <LinkDialog link={made} onClose={onClose} />
  )
}

function ShareForm({ onClose, onShared }: { onClose: () => void; onShared: (link: ReportLink) => void }) {
  const call = useCall()
  const { pk } = useAccount()
  const [days, setDays] = useState<`${Days}`>('30')
  const [shows, setShows] = useState(false)
  const { form, field, busy, problem } = usePlainForm({
    checks: { recipient: required },
    async send({ recipient }) {
      const body = { recipient, days: Number(days) as Days, shows_customers: shows }
      onShared(await call(contract.reports.share, { params: { account: pk }, body }))
      return undefined
    },
  })
  return (
    <FormDialog
      {...{ form, busy, problem, onClose }}
      title="Share the receivables report"
      description="Get a link to send. Anyone with it can view the report without logging in."
      confirmLabel="Create link"
      fields={
        <>
          <TextField
            label="Who is it for?"
            hint="Shown on the report."
            placeholder="First National Bank"
            autoComplete="off"
            maxLength={80}
            autoFocus
            {...field('recipient')}
          />
          <RadioTiles legend="Link works for" columns={3} options={TERMS} value={days} onChange={setDays} />
          <Checkbox
            label="Show customer names"
            description="If off, top debtors appear as Customer 1, Customer 2 and so on."
            checked={shows}
            onChange={(event) => setShows(event.target.checked)}
          />
        </>
      }
    />
  )
}
