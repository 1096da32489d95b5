import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import { SettingsLayout, SettingsSection } from './settings-layout.tsx'

type Delivery = ReplyOf<typeof contract.emailAddresses.readDelivery>
type DnsRecord = Delivery['records'][number]

const PURPOSES: Readonly<Record<DnsRecord['purpose'], { title: string; description: string }>> = {
  spf: {
    title: 'SPF',
    description:
      'Says which servers may send for the domain. If your mail provider names a value of its own, use that one.',
  },
  dkim: { title: 'DKIM', description: 'The key with which receivers check the signature of every email.' },
  dmarc: {
    title: 'DMARC',
    description: 'Tells receivers what to do with emails that are neither signed nor sent by your servers.',
  },
  bounce_mx: { title: 'Returned mail', description: 'Routes reports about undelivered emails to Quittance.' },
  bounce_spf: { title: 'SPF of returned mail', description: 'The same for the domain in the return path.' },
}

const STATES: Readonly<Record<DnsRecord['state'], { text: string; tone: Tone }>> = {
  found: { text: 'Found', tone: 'paid' },
  missing: { text: 'Missing', tone: 'overdue' },
  differs: { text: 'Differs', tone: 'soon' },
  unknown: { text: 'Not checked', tone: 'quiet' },
}

/** The DNS records that make emails arrive, each with what the name servers have. */
export function EmailDeliveryPage() {
  const may = useCan('settings.write')
  return (
    <SettingsLayout title="Email delivery" closed={!may && 'Owners and admins can view these settings.'}>
      <Records />
    </SettingsLayout>
  )
}

function Records() {
  const account = useAccount()
  const call = useCall()
  const delivery = useQuery({
    queryKey: [account.pk, 'email-delivery'],
    queryFn: ({ signal }) =>
      call(contract.emailAddresses.readDelivery, { params: { account: account.pk } }, { signal }),
  })
  if (delivery.error)
    return (
      <Note
        tone="error"
        className="mx-4 mt-4 md:mx-6"
        onRetry={() => void delivery.refetch()}
        retrying={delivery.isFetching}
      >
        {actionErrorText(delivery.error)}
      </Note>
    )
  if (!delivery.data) return null
  const { sender, dkim_domain: dkim, bounce_domain: bounce, records } = delivery.data
  return (
    <>
      <SettingsSection
        title="Sender"
        description="Every email has this address in its From line, and answers go to your company’s email address."
      >
        <p className="font-semibold break-words">{sender}</p>
        {dkim === null && (
          <p className="text-ink-2">Emails are signed by the mail server, if it has a DKIM key.</p>
        )}
        {bounce === null && (
          <p className="text-ink-2">
            Addresses are marked as bounced only when the mail server refuses them at once.
          </p>
        )}
        <Button
          className="justify-self-start"
          busy={delivery.isFetching}
          onClick={() => void delivery.refetch()}
        >
          Check again
        </Button>
      </SettingsSection>
      {records.map((record) => (
        <RecordSection key={record.purpose} record={record} />
      ))}
    </>
  )
}

function RecordSection({ record }: { record: DnsRecord }) {
  const { title, description } = PURPOSES[record.purpose]
  const state = STATES[record.state]
  return (
    <SettingsSection title={title} description={description}>
      <p>
        <Tag tone={state.tone}>{state.text}</Tag>
      </p>
      {record.state === 'unknown' && (
        <p className="text-ink-2">
          {record.name.endsWith('.localhost')
            ? 'This name exists on this machine only, so that no name server knows it.'
            : 'No name server answered. Check again later.'}
        </p>
      )}
      <dl className="grid gap-3">
        <CopiedText label="Name" text={record.name} />
        <div>
          <dt className="text-12 text-ink-3">Type</dt>
          <dd>{record.type}</dd>
        </div>
        <CopiedText label="Value" text={record.value} />
        {record.state === 'differs' && (
          <div>
            <dt className="text-12 text-ink-3">Found instead</dt>
            {record.found.map((value) => (
              <dd key={value} className="font-mono text-12 break-all">
                {value}
              </dd>
            ))}
          </div>
        )}
      </dl>
    </SettingsSection>
  )
}

function CopiedText({ label, text }: { label: string; text: string }) {
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: `${label} copied`, tone: 'success' })
    } catch {
      toast({ title: 'We couldn’t copy this', body: 'Select it and copy it yourself.', tone: 'error' })
    }
  }
  return (
    <div>
      <dt className="text-12 text-ink-3">{label}</dt>
      <dd className="flex items-start gap-2">
        <span className="min-w-0 py-1 font-mono text-12 break-all">{text}</span>
        <IconButton
          size="sm"
          label={`Copy ${label.toLowerCase()}`}
          icon={<Copy />}
          onClick={() => void copy()}
        />
      </dd>
    </div>
  )
}
