import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { Language } from '../../../../domain/mails/languages.ts'
import type { MailKindName } from '../../../../domain/mails/mail-kind-names.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'

export interface Texts {
  readonly subject: string
  readonly body: string
}

/** Kind of mail, language (null for the account's) and invoice (null for the longest due one) of a preview. */
export interface PreviewOf {
  readonly kind: MailKindName
  readonly language: Language | null
  readonly invoice: string | null
}

export const REMINDER: PreviewOf = { kind: 'reminder', language: null, invoice: null }

/** Renders texts for an invoice. Keeps the last email while the next one is on its way. */
export function usePreview(texts: Texts | null, of: PreviewOf = REMINDER) {
  const { pk } = useAccount()
  const call = useCall()
  const { subject, body } = texts ?? { subject: '', body: '' }
  const { kind, language, invoice } = of
  return useQuery({
    queryKey: [pk, 'reminder-preview', kind, language, invoice, subject, body],
    queryFn: ({ signal }) =>
      call(
        contract.mailTemplates.preview,
        { params: { account: pk }, body: { kind, language, invoice, subject, body } },
        { signal },
      ),
    enabled: subject.trim() !== '' && body.trim() !== '',
    placeholderData: (before) => before,
  })
}

export type Preview = ReturnType<typeof usePreview>
