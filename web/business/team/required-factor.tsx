import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { roleCan } from '../../../domain/people/roles.ts'
import { useAccount } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useCall } from '../../session/session-context.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'
import { SettingsSection } from '../accounts/settings/settings-layout.tsx'
import { useAccountChange } from '../accounts/use-account-change.ts'
import { inlineLink } from '../layout/calm-page.tsx'
import type { Member } from './use-team.ts'

/** Setting that requires two-step login of owners and admins, for users who may change it. */
export function RequiredFactor({ members }: { members: readonly Member[] }) {
  const { pk, second_factor: factor } = useAccount()
  const call = useCall()
  const toast = useToast()
  const change = useAccountChange((second_factor_required: boolean) =>
    call(contract.accounts.updateSettings, { params: { account: pk }, body: { second_factor_required } }),
  )
  const without = members.filter((one) => roleCan(one.role, 'users.manage') && !one.second_factor)
  const unguarded = without.some(({ is_you }) => is_you)
  // The switch moves at once, before the server's answer.
  const [wanted, setWanted] = useState<boolean | null>(null)
  const on = factor.by_connection || (wanted ?? factor.required)
  return (
    <SettingsSection
      title="Two-step login"
      description="Protects the people who can move money and change roles."
    >
      {change.error && <Note tone="error">{actionErrorText(change.error)}</Note>}
      <Switch
        label="Require two-step login for owners and admins"
        checked={on}
        disabled={factor.by_connection || (unguarded && !on)}
        onChange={(required) => {
          // Not disabled during the call, because that would drop the focus.
          if (change.isPending) return
          setWanted(required)
          change.mutate(required, {
            onSettled: () => setWanted(null),
            onSuccess: () =>
              toast({
                title: required ? 'Two-step login is now required' : 'Two-step login is no longer required',
                tone: 'success',
              }),
          })
        }}
      />
      <p className="text-ink-2">
        {factor.by_connection && 'Always on, because you take real payments. '}
        {unguarded && !on ? (
          <>
            To require it,{' '}
            <Link href="/settings/profile" className={inlineLink}>
              set it up yourself
            </Link>{' '}
            first.
          </>
        ) : (
          consequence(without, on)
        )}
      </p>
    </SettingsSection>
  )
}

/** Lists the members whom the requirement keeps out, or would keep out. */
function consequence(without: readonly Member[], on: boolean): string {
  if (without.length === 0) return 'All owners and admins have set it up.'
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(without.map(({ name }) => name))
  const has = without.length === 1 ? 'has' : 'have'
  return on
    ? `${names} ${has} no access until they set it up.`
    : `${names} would have to set it up to keep working here.`
}
