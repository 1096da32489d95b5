import { FileText, Unplug } from 'lucide-react'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { CalmHeading } from '../../layout/calm-page.tsx'
import { IMPORT_PATH } from '../../paths.ts'
import { useSetup } from '../setup-steps.ts'
import { SettingsLayout, SettingsSection } from './settings-layout.tsx'

/** Explains that no accounting platform can be connected yet, and names the alternatives. */
export function AccountingConnectionPage() {
  const setup = useSetup()
  if (setup) {
    return (
      <>
        <CalmHeading title="Accounting platform">Not available in this version.</CalmHeading>
        <Connection />
        <ButtonLink href={setup.next} variant="primary" size="lg" className="mt-6">
          Continue
        </ButtonLink>
      </>
    )
  }
  return (
    <SettingsLayout title="Accounting connection">
      <SettingsSection title="Accounting platform" description="Not available in this version.">
        <Connection />
      </SettingsSection>
      <SettingsSection title="Without a connection" description="Import your existing data from CSV.">
        <WithoutConnection />
      </SettingsSection>
    </SettingsLayout>
  )
}

function Connection() {
  return (
    <div className="flex gap-3">
      <Unplug className="mt-0.5 text-ink-3" />
      <div className="grid justify-items-start gap-1.5">
        <p className="flex flex-wrap items-center gap-2">
          <strong className="font-semibold">No platform</strong>
          <Tag>Not connected</Tag>
        </p>
        <p className="text-ink-2">You don’t need one to invoice and get paid.</p>
      </div>
    </div>
  )
}

function WithoutConnection() {
  const { flags } = useAccount()
  const mayImport = useCan('imports.run')
  return (
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
  )
}
