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
        <CalmHeading title="Accounting platform">
          Where your invoices and customers are kept besides Quittance.
        </CalmHeading>
        <Connection />
        <ButtonLink href={setup.next} variant="primary" size="lg" className="mt-6">
          Continue
        </ButtonLink>
      </>
    )
  }
  return (
    <SettingsLayout title="Accounting connection">
      <SettingsSection
        title="Accounting platform"
        description="Where your invoices and customers are kept besides Quittance."
      >
        <Connection />
      </SettingsSection>
      <SettingsSection title="Without a connection" description="What there is is brought over in files.">
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
        <p className="text-ink-2">
          This version of Quittance can’t be connected to an accounting platform. Nothing is read from another
          program, and nothing is written to one.
        </p>
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
          {flags['local-invoices'] && 'You write invoices here and send them from here. '}
          Customers and open invoices of another program come over from CSV files.
        </p>
        {mayImport && <ButtonLink href={IMPORT_PATH}>Import from a file</ButtonLink>}
      </div>
    </div>
  )
}
