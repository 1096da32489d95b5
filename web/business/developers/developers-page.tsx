import { useCan } from '../../session/account-context.ts'
import { SettingsLayout } from '../accounts/settings/settings-layout.tsx'
import { HelpNote } from '../help/help-note.tsx'
import { SubscriptionGate } from '../layout/gates/subscription-gate.tsx'
import { KeysSection } from './keys-section.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

/** API keys and webhooks of the company. */
export function DevelopersPage() {
  const may = useCan('developers.manage')
  return (
    <SettingsLayout title="Developers" closed={!may && 'Owners and admins manage API keys and webhooks.'}>
      <HelpNote topic="developers" className="border-t-0 border-b" />
      <SubscriptionGate what="API keys and webhooks" kept="Your keys and webhooks are kept.">
        <KeysSection />
        <WebhooksSection />
      </SubscriptionGate>
    </SettingsLayout>
  )
}
