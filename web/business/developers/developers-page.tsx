import { useCan } from '../../session/account-context.ts'
import { SettingsLayout } from '../accounts/settings/settings-layout.tsx'
import { KeysSection } from './keys-section.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

/** API keys and webhooks of the company. */
export function DevelopersPage() {
  const may = useCan('developers.manage')
  return (
    <SettingsLayout title="Developers" closed={!may && 'Owners and admins manage API keys and webhooks.'}>
      <KeysSection />
      <WebhooksSection />
    </SettingsLayout>
  )
}
