import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'

export interface Texts {
  readonly subject: string
  readonly body: string
}

/** Renders texts for the longest due open invoice. Keeps the last email while the next one is on its way. */
export function usePreview(texts: Texts | null) {
  const { pk } = useAccount()
  const call = useCall()
  const { subject, body } = texts ?? { subject: '', body: '' }
  return useQuery({
    queryKey: [pk, 'reminder-preview', subject, body],
    queryFn: ({ signal }) =>
      call(
        contract.reminderTemplates.preview,
        { params: { account: pk }, body: { subject, body, invoice: null } },
        { signal },
      ),
    enabled: subject.trim() !== '' && body.trim() !== '',
    placeholderData: (before) => before,
  })
}

export type Preview = ReturnType<typeof usePreview>
