import { FileText } from 'lucide-react'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { HelpNote } from '../../help/help-note.tsx'
import { CalmHeading } from '../../layout/calm-page.tsx'
import { CONFLICTS_PATH, IMPORT_PATH } from '../../paths.ts'
import { ConnectionsSection } from '../accounting/connections-section.tsx'
import { FinishBooks } from '../accounting/finish-books.tsx'
import { FirstReading } from '../accounting/first-reading.tsx'
import { SyncHistory } from '../accounting/sync-history.tsx'
import { useSyncStatus } from '../accounting/use-sync-status.ts'
import { useSetup } from '../setup-steps.ts'
import { SettingsLayout, SettingsSection } from './settings-layout.tsx'

/** The accounting platform of an account: connection, progress, history. An account without one shows that. */
export function AccountingConnectionPage() {
  const setup = useSetup()
  const { account_type: type } = useAccount()
  const content = type === 'provider' ? <OfPlatform /> : <WithoutConnection />
  if (setup) {
    return (
      <>
        <CalmHeading title="Accounting platform">
          {type === 'provider'
            ? 'Where you keep your customers and invoices.'
            : 'You don’t need one to invoice and get paid.'}
        </CalmHeading>
        {content}
        <ButtonLink href={setup.next} variant="primary" size="lg" className="mt-6">
          Continue
        </ButtonLink>
      </>
    )
  }
  return (
    <SettingsLayout title="Accounting connection">
      <HelpNote topic="accounting" className="border-t-0 border-b" />
      {content}
    </SettingsLayout>
  )
}

function OfPlatform() {
  const { data } = useSyncStatus()
  return (
    <>
      <div className="px-4 pt-4 empty:hidden md:px-6">
        <FinishBooks />
      </div>
      <FirstReading />
      <ConnectionsSection />
      {data && data.conflicts > data.undecided && (
        <SettingsSection title="Conflicts" description="Differences that wait for your decision.">
          <ButtonLink href={CONFLICTS_PATH}>
            {data.conflicts === 1 ? 'Decide 1 conflict' : `Decide ${data.conflicts} conflicts`}
          </ButtonLink>
        </SettingsSection>
      )}
      <SyncHistory />
    </>
  )
}

function WithoutConnection() {
  const { flags } = useAccount()
  const mayImport = useCan('imports.run')
  return (
    <SettingsSection
      title="Kept in Quittance"
      description="This account keeps its customers and invoices here, so no accounting platform is connected."
    >
      <div className="flex gap-3">
        <FileText className="mt-0.5 text-ink-3" />
        <div className="grid justify-items-start gap-3">
          <p className="text-ink-2">
            {flags['local-invoices'] && 'Create and send invoices here. '}
            Import customers and open invoices as CSV files.
          </p>
          {mayImport && <ButtonLink href={IMPORT_PATH}>Import from a file</ButtonLink>}
        </div>
      </div>
    </SettingsSection>
  )
}
