import { useState } from 'react'
import { contract } from '../../contract/index.ts'
import type { ReplyOf } from '../../contract/route.ts'
import { required, usePlainForm } from '../session/forms/plain-form.ts'
import { useSessionControl } from '../session/session-context.tsx'
import { t } from '../ui/language/text.ts'
import { AuthCodeField } from './auth-code-field.tsx'
import { QrCode } from './qr-code.tsx'
import { KeepCodes } from './recovery-codes.tsx'
import { FactorsDialog, FormDialog } from './second-factor-forms.tsx'

type Begun = ReplyOf<typeof contract.identity.beginSecondFactor>

/** Turns two-step login on in three steps: password, QR code, recovery codes. */
export function SetUpSecondFactor({ onClose }: { onClose: () => void }) {
  const session = useSessionControl()
  const [begun, setBegun] = useState<Begun | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <KeepCodes title={t('Two-step login is on')} codes={codes} onClose={onClose} />
  if (begun)
    return (
      <ShowToApp
        begun={begun}
        onClose={onClose}
        send={async (auth_code) => {
          const reply = await session.call(contract.identity.confirmSecondFactor, { body: { auth_code } })
          setCodes(reply.recovery_codes)
        }}
      />
    )
  return (
    <FactorsDialog
      title={t('Set up two-step login')}
      description={t('Enter your password to confirm it’s you.')}
      confirmLabel={t('Continue')}
      onClose={onClose}
      send={async ({ current_password }) =>
        setBegun(await session.call(contract.identity.beginSecondFactor, { body: { current_password } }))
      }
    />
  )
}

function ShowToApp({
  begun,
  onClose,
  send,
}: {
  begun: Begun
  onClose: () => void
  send: (code: string) => Promise<void>
}) {
  const { form, field, busy, problem } = usePlainForm({
    checks: { auth_code: required },
    send: async ({ auth_code }) => {
      await send(auth_code)
      return undefined
    },
  })
  return (
    <FormDialog
      title={t('Scan the QR code')}
      description={t('Scan it with an authenticator app, then enter the 6 digits it shows.')}
      confirmLabel={t('Turn on')}
      {...{ busy, problem, onClose }}
      form={form}
      fields={
        <>
          <div className="grid justify-items-center gap-3">
            <QrCode text={begun.uri} label={t('QR code for your authenticator app')} />
            <p className="text-center text-13 text-ink-2">
              {t('Can’t scan it? Enter this key:')}
              <br />
              <code className="text-14 text-ink">{begun.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
            </p>
          </div>
          <AuthCodeField autoFocus {...field('auth_code')} />
        </>
      }
    />
  )
}
