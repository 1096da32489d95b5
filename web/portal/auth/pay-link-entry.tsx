import { type ReactNode, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { ApiError, actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { required, usePlainForm } from '../../session/forms/plain-form.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Note } from '../../ui/text/note.tsx'
import { navigate } from '../location.ts'
import { callByLink, NOBODY, openLink } from '../pay/opening.ts'
import { browserSession, LOGIN, SITE } from '../portal-session.ts'
import { AuthFrame } from './auth-frame.tsx'

/** Mailed code of a pay link's session. */
interface Sent {
  readonly token: string
  readonly to: string
  readonly codes: number
}

/** From a pay link to all invoices of its customer, by a code that is mailed to the address on file. */
export function PayLinkEntry({ link }: { link: string }) {
  const [sent, setSent] = useState<Sent | null>(null)
  const sending = useSingleMutation({
    async mutationFn() {
      const token = sent?.token ?? (await openLink(link)).token
      const { sent_to } = await callByLink(
        contract.payLinkEntry.sendCode,
        { body: {} },
        { identity: { ...NOBODY, token } },
      )
      return { token, to: sent_to, codes: (sent?.codes ?? 0) + 1 }
    },
    onSuccess: setSent,
  })
  const resend = (
    <Button variant="bare" size="sm" busy={sending.isPending} onClick={() => sending.mutate()}>
      {t('Send a new code')}
    </Button>
  )
  const failure = sending.error && <Note tone="error">{sentenceOf(sending.error)}</Note>
  if (sent !== null)
    return (
      <CodeForm key={sent.codes} sent={sent}>
        {failure}
        <div className="flex flex-wrap justify-center gap-x-2">
          {resend}
          <OtherWay />
        </div>
      </CodeForm>
    )
  return (
    <AuthFrame
      title={t('See all your invoices')}
      lead={t('We email a code to the address that we have on file for you.')}
    >
      {failure}
      <Button variant="primary" size="lg" busy={sending.isPending} onClick={() => sending.mutate()}>
        {t('Email me a code')}
      </Button>
      <OtherWay />
    </AuthFrame>
  )
}

const OtherWay = () => (
  <a href={LOGIN} className="justify-self-center py-2 text-14 text-ink-2 underline underline-offset-3">
    {t('Log in another way')}
  </a>
)

function CodeForm({ sent, children }: { sent: Sent; children: ReactNode }) {
  const { form, field, busy, problem } = usePlainForm({
    checks: { code: required },
    async send(body) {
      const identity = { ...NOBODY, token: sent.token }
      browserSession.session.signIn(await callByLink(contract.payLinkEntry.enter, { body }, { identity }))
      navigate(SITE, { replace: true })
      return undefined
    },
  })
  return (
    <AuthFrame title={t('Enter the code')}>
      <form {...form} className="grid gap-4">
        {problem && <Note tone="error">{problem}</Note>}
        <TextField
          label={t('Code sent to {address}', { address: sent.to })}
          hint={
            sent.codes > 1
              ? t('We sent a new code. The old one no longer works.')
              : t('It works for 10 minutes.')
          }
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          {...field('code')}
        />
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {t('See all invoices')}
        </Button>
      </form>
      {children}
    </AuthFrame>
  )
}

const sentenceOf = (error: Error): string =>
  error instanceof ApiError && error.status === 404
    ? t('This pay link no longer works. Log in another way, or open the latest email.')
    : actionErrorText(error)
