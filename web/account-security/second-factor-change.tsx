import { useState } from 'react'
import { contract } from '../../contract/index.ts'
import { useSessionControl } from '../session/session-context.tsx'
import { t } from '../ui/language/text.ts'
import { useToast } from '../ui/overlay/toast.tsx'
import { KeepCodes } from './recovery-codes.tsx'
import { FactorsDialog, type TypedFactors } from './second-factor-forms.tsx'

/** Replaces the recovery codes or turns two-step login off. Requires both factors. */
export function ChangeSecondFactor({ what, onClose }: { what: 'renew' | 'end'; onClose: () => void }) {
  const session = useSessionControl()
  const toast = useToast()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <KeepCodes title={t('Your new recovery codes')} codes={codes} onClose={onClose} />
  const renew = async (body: TypedFactors) =>
    setCodes((await session.call(contract.identity.renewRecoveryCodes, { body })).recovery_codes)
  const end = async (body: TypedFactors) => {
    const { detail } = await session.call(contract.identity.endSecondFactor, { body })
    toast({ title: t('Two-step login is off'), body: detail, tone: 'success' })
    onClose()
  }
  return (
    <FactorsDialog
      withCode
      title={what === 'renew' ? t('Make new recovery codes') : t('Turn off two-step login')}
      description={
        what === 'renew'
          ? t('Your old codes will stop working.')
          : t('You’ll log in with just your password. Other devices are logged out.')
      }
      confirmLabel={what === 'renew' ? t('Make new codes') : t('Turn off')}
      danger={what === 'end'}
      onClose={onClose}
      send={what === 'renew' ? renew : end}
    />
  )
}
