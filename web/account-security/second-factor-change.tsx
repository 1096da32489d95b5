import { useState } from 'react'
import { contract } from '../../contract/index.ts'
import { useSessionControl } from '../session/session-context.tsx'
import { useToast } from '../ui/overlay/toast.tsx'
import { KeepCodes } from './recovery-codes.tsx'
import { FactorsDialog, type TypedFactors } from './second-factor-forms.tsx'

/** Replaces the recovery codes or turns two-step login off. Requires both factors. */
export function ChangeSecondFactor({ what, onClose }: { what: 'renew' | 'end'; onClose: () => void }) {
  const session = useSessionControl()
  const toast = useToast()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <KeepCodes title="Your new recovery codes" codes={codes} onClose={onClose} />
  const renew = async (body: TypedFactors) =>
    setCodes((await session.call(contract.identity.renewRecoveryCodes, { body })).recovery_codes)
  const end = async (body: TypedFactors) => {
    const { detail } = await session.call(contract.identity.endSecondFactor, { body })
    toast({ title: 'Two-step login is off', body: detail, tone: 'success' })
    onClose()
  }
  return (
    <FactorsDialog
      withCode
      title={what === 'renew' ? 'Make new recovery codes' : 'Turn off two-step login'}
      description={
        what === 'renew'
          ? 'Your old codes will stop working.'
          : 'You’ll log in with just your password. Other devices are logged out.'
      }
      confirmLabel={what === 'renew' ? 'Make new codes' : 'Turn off'}
      danger={what === 'end'}
      onClose={onClose}
      send={what === 'renew' ? renew : end}
    />
  )
}
